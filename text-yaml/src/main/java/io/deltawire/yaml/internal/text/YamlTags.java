package io.deltawire.yaml.internal.text;

import io.deltawire.wire.MessageKind;

/** YAML tags, and the type names that they represent. */
public final class YamlTags {
    /** Start of a global tag, which is a URI. */
    public static final String GLOBAL = "tag:";

    /** Start of the tags of YAML's own types, written {@code !!}. */
    public static final String STANDARD = "tag:yaml.org,2002:";

    /**
     * Separates a type name from the kind of the scalar in a tag that gives both: {@code !Key|binary "AAEC"}, with the
     * bar percent-encoded.
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

    /** Type name of a set, the same in every format. */
    public static final String SET_NAME = "set";

    /** Tags that Chronicle prints in front of the messages of a dump, without the part before the kind. */
    private static final String NOT_READY = STANDARD + "not-ready-";

    private static final String DATA = "data";
    private static final String META_DATA = "meta-data";

    private YamlTags() {}

    /** Returns the kind of message that a document with this tag is, or null if the tag does not determine it. */
    public static MessageKind messageKind(String tag) {
        if (tag == null || !tag.startsWith(STANDARD)) {
            return null;
        }
        String kind = tag.substring((tag.startsWith(NOT_READY) ? NOT_READY : STANDARD).length());
        return kind.equals(DATA) ? MessageKind.DATA : kind.equals(META_DATA) ? MessageKind.META : null;
    }

    /**
     * Returns whether this is the tag of one of YAML's own collections. Except for a set, such a tag adds nothing to
     * the tokens.
     */
    static boolean isStandardCollection(String tag) {
        return switch (tag) {
            case MAP, OMAP, PAIRS, SEQ, SET -> true;
            default -> false;
        };
    }

    /** Returns whether this is the tag of one of YAML's own scalars. */
    public static boolean isStandardScalar(String tag) {
        return switch (tag) {
            case BINARY, BOOL, FLOAT, INT, MERGE, NULL, STR, TIMESTAMP -> true;
            default -> false;
        };
    }

    /** Returns the type name of a tag, including its kind; null for a standard tag or none. */
    public static String typeName(String tag) {
        if (tag == null || tag.equals("!") || isStandardCollection(tag) || isStandardScalar(tag)) {
            return null;
        }
        return tag.charAt(0) == '!' ? tag.substring(1) : tag;
    }

    /**
     * Returns the type name of an object's or list's tag. If the name contains a bar, the tag has another one at its
     * end.
     */
    public static String collectionTypeName(String tag) {
        String type = typeName(tag);
        int last = type == null ? 0 : type.length() - 1;
        return last > 0 && type.charAt(last) == KIND ? type.substring(0, last) : type;
    }
}
