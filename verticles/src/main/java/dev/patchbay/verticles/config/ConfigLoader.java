package dev.patchbay.verticles.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the configuration: defaults, then the file, then the environment. */
public final class ConfigLoader {

    private static final String DEFAULTS = "defaults.yaml";
    private static final String NODE_NAME = "NODE_NAME";
    private static final String PREFIX = "PATCHBAY";

    private final YAMLMapper yaml = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .addModule(new SimpleModule().addDeserializer(Duration.class, new DurationDeserializer()))
            .build();

    /** Returns the defaults file: every key with its default and what it means. */
    public static String defaults() {
        try (var in = ConfigLoader.class.getResourceAsStream(DEFAULTS)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the configuration.
     *
     * @param file        the user's file, if there is one
     * @param environment environment variables
     * @throws ConfigException where the file cannot be read, a key is unknown, or a value is wrong
     */
    public PatchbayConfig load(Optional<Path> file, Map<String, String> environment) throws ConfigException {
        var tree = (ObjectNode) read(defaults(), DEFAULTS);
        if (file.isPresent()) {
            overlay(tree, userTree(file.get()), "", file.get().toString());
        }
        if (tree.get("nodeName").asString("").isEmpty() && environment.containsKey(NODE_NAME)) {
            tree.put("nodeName", environment.get(NODE_NAME));
        }
        overlayEnvironment(tree, PREFIX, environment);
        return ConfigCheck.checked(bind(tree));
    }

    private ObjectNode userTree(Path file) throws ConfigException {
        JsonNode tree;
        try {
            tree = read(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw new ConfigException("the configuration file %s cannot be read: %s".formatted(file, reason(e)));
        }
        if (tree.isMissingNode() || tree.isNull()) {
            return yaml.createObjectNode();
        }
        if (tree instanceof ObjectNode object) {
            return object;
        }
        throw new ConfigException("%s: a YAML mapping is expected at the top".formatted(file));
    }

    /** The message of some exceptions is the file's name alone. */
    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            default -> e.getMessage();
        };
    }

    private JsonNode read(String text, String name) throws ConfigException {
        try {
            return yaml.readTree(text);
        } catch (JacksonException e) {
            var at = e.getLocation();
            throw new ConfigException("%s, line %d, column %d: %s"
                    .formatted(name, at.getLineNr(), at.getColumnNr(), e.getOriginalMessage()));
        }
    }

    /** Puts the values of {@code user} over {@code base}; a key that {@code base} does not have is refused by name. */
    private static void overlay(ObjectNode base, ObjectNode user, String path, String file) throws ConfigException {
        for (var entry : user.properties()) {
            var key = path + entry.getKey();
            var known = base.get(entry.getKey());
            if (known == null) {
                throw new ConfigException("%s: unknown key %s; known here are %s"
                        .formatted(
                                file,
                                key,
                                String.join(
                                        ", ",
                                        base.properties().stream()
                                                .map(Map.Entry::getKey)
                                                .toList())));
            }
            if (known instanceof ObjectNode section) {
                if (!(entry.getValue() instanceof ObjectNode userSection)) {
                    throw new ConfigException("%s: %s must be a mapping".formatted(file, key));
                }
                overlay(section, userSection, key + ".", file);
            } else if (known.isArray() != entry.getValue().isArray()
                    || entry.getValue().isObject()
                    || entry.getValue().isNull()) {
                throw new ConfigException(
                        "%s: %s must be a %s".formatted(file, key, known.isArray() ? "list" : "single value"));
            } else {
                base.set(entry.getKey(), entry.getValue());
            }
        }
    }

    private static void overlayEnvironment(ObjectNode tree, String prefix, Map<String, String> environment) {
        for (var key : tree.properties().stream().map(Map.Entry::getKey).toList()) {
            var variable = prefix + "_" + upperSnake(key);
            var node = tree.get(key);
            if (node instanceof ObjectNode section) {
                overlayEnvironment(section, variable, environment);
            } else if (environment.containsKey(variable)) {
                set(tree, key, node, environment.get(variable));
            }
        }
    }

    private static void set(ObjectNode tree, String key, JsonNode known, String value) {
        if (known.isArray()) {
            var list = tree.putArray(key);
            for (var item : value.split(",", -1)) {
                if (!item.isBlank()) {
                    list.add(item.strip());
                }
            }
        } else {
            tree.put(key, value);
        }
    }

    private static String upperSnake(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    }

    private PatchbayConfig bind(ObjectNode tree) throws ConfigException {
        try {
            return yaml.treeToValue(tree, PatchbayConfig.class);
        } catch (JacksonException e) {
            var path = new StringBuilder();
            for (var step : e.getPath()) {
                path.append(
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName());
            }
            throw new ConfigException("the value of %s is wrong: %s"
                    .formatted(path.isEmpty() ? "?" : path.substring(1), withoutJavaType(e.getOriginalMessage())));
        }
    }

    /** Jackson begins with the type of the field in this program, which means nothing to a user. */
    private static String withoutJavaType(String message) {
        return message.replaceFirst("^Cannot deserialize value of type `[^`]*` from ", "");
    }

    private static final class DurationDeserializer extends StdDeserializer<Duration> {

        DurationDeserializer() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) {
            var text = parser.getString();
            return Durations.parse(text)
                    .orElseThrow(() -> context.weirdStringException(
                            text, Duration.class, "a duration such as 200ms, 5s, 10m or 1h is expected"));
        }
    }
}
