package dev.patchbay.multus.cache;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** The JSON of cache files: exact numbers, keys in order. */
final class CacheJson {

    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .build();

    private CacheJson() {}
}
