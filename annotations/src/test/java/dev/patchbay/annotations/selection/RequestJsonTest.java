package dev.patchbay.annotations.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class RequestJsonTest {

    @Test
    void whatIsNotAskedForIsLeftOut() {
        assertThat(RequestJson.toJson(AttachmentRequest.NONE)).hasToString("{}");
        assertThat(RequestJson.fromJson(JsonNodeFactory.instance.objectNode())).isEqualTo(AttachmentRequest.NONE);
    }

    @Test
    void fieldsOfALaterVersionAreIgnored() {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("mac", "02:00:00:00:00:01")
                .put("later", 1);

        assertThat(RequestJson.fromJson(json).mac()).contains("02:00:00:00:00:01");
    }

    @Test
    void aDamagedRecordIsRefusedByField() {
        var nodes = JsonNodeFactory.instance;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestJson.fromJson(nodes.objectNode().put("mac", "?")))
                .withMessageContaining("field mac");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestJson.fromJson(nodes.arrayNode()))
                .withMessageContaining("JSON object");
    }
}
