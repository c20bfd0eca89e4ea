package io.deltawire.json.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts Jackson's trees to the maps, lists and scalars that tests compare. */
public final class JacksonTrees {
    private JacksonTrees() {}

    public static Object toTree(JsonNode node) {
        if (node.isNull()) {
            return null;
        } else if (node.isBoolean()) {
            return node.booleanValue();
        } else if (node.isTextual()) {
            return node.textValue();
        } else if (node.isIntegralNumber()) {
            return node.canConvertToLong() ? (Object) node.longValue() : node.decimalValue();
        } else if (node.isNumber()) {
            return node.doubleValue();
        } else if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(item -> list.add(toTree(item)));
            return list;
        }
        Map<Object, Object> map = new LinkedHashMap<>();
        node.properties().forEach(entry -> map.put(entry.getKey(), toTree(entry.getValue())));
        return map;
    }
}
