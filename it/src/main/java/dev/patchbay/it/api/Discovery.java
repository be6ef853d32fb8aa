package dev.patchbay.it.api;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a server has, as kubectl asks for it before anything else. */
final class Discovery {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String VERBS = "'verbs':['create','delete','get','list','patch','update','watch']";

    private static final Map<String, String> ANSWERS = Map.of(
            "/version",
            "{'major':'1','minor':'33','gitVersion':'v1.33.0'}",
            "/api",
            "{'kind':'APIVersions','versions':['v1']}",
            "/apis",
            """
            {'kind':'APIGroupList','apiVersion':'v1','groups':[{'name':'k8s.cni.cncf.io',
             'versions':[{'groupVersion':'k8s.cni.cncf.io/v1','version':'v1'}],
             'preferredVersion':{'groupVersion':'k8s.cni.cncf.io/v1','version':'v1'}}]}""",
            "/api/v1",
            """
            {'kind':'APIResourceList','groupVersion':'v1','resources':[
             {'name':'pods','singularName':'pod','namespaced':true,'kind':'Pod','shortNames':['po'],%1$s},
             {'name':'events','singularName':'event','namespaced':true,'kind':'Event','shortNames':['ev'],%1$s}]}""".formatted(VERBS),
            "/apis/k8s.cni.cncf.io/v1",
            """
            {'kind':'APIResourceList','apiVersion':'v1','groupVersion':'k8s.cni.cncf.io/v1','resources':[
             {'name':'network-attachment-definitions','singularName':'network-attachment-definition',
              'namespaced':true,'kind':'NetworkAttachmentDefinition','shortNames':['net-attach-def'],%s}]}""".formatted(VERBS));

    private Discovery() {}

    static Optional<ObjectNode> answer(String path) {
        return Optional.ofNullable(ANSWERS.get(path)).map(Discovery::json);
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
    }
}
