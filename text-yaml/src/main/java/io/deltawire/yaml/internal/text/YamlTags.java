package io.deltawire.yaml.internal.text;

/** YAML tags and the type names that they stand for. */
public final class YamlTags {
    /** How a tag begins that is a URI and not local. */
    public static final String GLOBAL = "tag:";

    /** How the tags of YAML's own types begin; written {@code !!}. */
    public static final String STANDARD = "tag:yaml.org,2002:";

    /**
     * What parts a type name from the kind of the scalar, in a tag that has to tell both: {@code !Key|binary "AAEC"},
     * with the bar percent-encoded.
     */
    public static final char KIND = '|';

    public static final String BINARY = STANDARD + "binary";
    static final String BOOL = STANDARD + "bool";
    public static final String FLOAT = STANDARD + "float";
    static final String INT = STANDARD + "int";
    public static final String MERGE = STANDARD + "merge";
    static final String NULL = STANDARD + "null";
    public static final String STR = STANDARD + "str";
    static final String TIMESTAMP = STANDARD + "timestamp";
    static final String MAP = STANDARD + "map";
    public static final String OMAP = STANDARD + "omap";
    static final String PAIRS = STANDARD + "pairs";
    static final String SEQ = STANDARD + "seq";
    public static final String SET = STANDARD + "set";

    /** The type name that a set has in every format. */
    public static final String SET_NAME = "set";

    private YamlTags() {}

    /** True for the tags of YAML's own collections, which but for the set's say nothing that the tokens do not say. */
    static boolean isStandardCollection(String tag) {
        return switch (tag) {
            case MAP, OMAP, PAIRS, SEQ, SET -> true;
            default -> false;
        };
    }

    /** True for the tags of YAML's own scalars. */
    public static boolean isStandardScalar(String tag) {
        return switch (tag) {
            case BINARY, BOOL, FLOAT, INT, MERGE, NULL, STR, TIMESTAMP -> true;
            default -> false;
        };
    }

    /** The type name that a tag stands for, its kind included, or null for a standard tag or none. */
    public static String typeName(String tag) {
        if (tag == null || tag.equals("!") || isStandardCollection(tag) || isStandardScalar(tag)) {
            return null;
        }
        return tag.charAt(0) == '!' ? tag.substring(1) : tag;
    }

    /** The type name that the tag of an object or list stands for: one that has a bar has another one at its end. */
    public static String collectionTypeName(String tag) {
        String type = typeName(tag);
        int last = type == null ? 0 : type.length() - 1;
        return last > 0 && type.charAt(last) == KIND ? type.substring(0, last) : type;
    }
}
