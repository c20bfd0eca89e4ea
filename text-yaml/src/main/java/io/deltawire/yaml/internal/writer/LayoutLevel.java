package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.Shape;
import io.deltawire.yaml.internal.name.PackedTexts;
import io.deltawire.yaml.internal.name.YamlShapeNames;

/**
 * The layout of the message, or of an object or list in it, while it is written. {@link YamlLayout} holds the state of
 * the innermost level in its own fields, and stores it here while a level inside is open.
 */
final class LayoutLevel {
    // Modes. The modes of objects come first.

    /**
     * An object without braces, with one field per line: the outermost object if it has no type name, or any in block
     * style.
     */
    static final int BLOCK = 0;

    /** An object in braces with one field per line. */
    static final int BRACES = 1;

    /** An object in braces on one line. */
    static final int LINE = 2;

    /** A list that may take several lines. A message counts as one. */
    static final int LIST = 3;

    /** A list on one line. */
    static final int LINE_LIST = 4;

    /** A list with a dash before each item. */
    static final int DASHES = 5;

    // States: what must come next.

    /** An entry or item. */
    static final int ENTRY = 0;

    /** The value of an entry. */
    static final int VALUE = 1;

    /** A key. */
    static final int KEY = 2;

    /** The end of a key that was started by a question mark. */
    static final int LONG_KEY = 3;

    /** The value of a field of the shape, whose name is not written yet. */
    static final int NAMED = 4;

    private int mode;

    /** The state to restore when the level is innermost again. */
    private int state;

    /** The number of entries or items, to restore together with the state. */
    private int count;

    /** Indent of entries on their own line. */
    private int indent;

    /** Whether a list takes more than one line. */
    private boolean isBroken;

    /** Whether a list is a set, written as an object of keys without values. */
    private boolean isSet;

    /** The shape of an object, or null. */
    private Shape shape;

    private YamlShapeNames shapeNames;

    /** The names of the shape with what precedes them in braces; null if fields start otherwise. */
    private PackedTexts lineStarts;

    int mode() {
        return mode;
    }

    /** The state to restore when the level is innermost again. */
    int state() {
        return state;
    }

    /** The number of entries or items, to restore together with the state. */
    int count() {
        return count;
    }

    /** Indent of entries on their own line. */
    int indent() {
        return indent;
    }

    /** Whether a list takes more than one line. */
    boolean isBroken() {
        return isBroken;
    }

    /** Whether a list is a set, written as an object of keys without values. */
    boolean isSet() {
        return isSet;
    }

    /** The shape of an object, or null. */
    Shape shape() {
        return shape;
    }

    YamlShapeNames shapeNames() {
        return shapeNames;
    }

    /** The names of the shape with what precedes them in braces; null if fields start otherwise. */
    PackedTexts lineStarts() {
        return lineStarts;
    }

    /** Remembers the state and the number of entries while a level inside is innermost. */
    void suspend(int presentState, int entries) {
        state = presentState;
        count = entries;
    }

    /** Breaks a list into lines if an item needs it. */
    void breakIf(boolean needsLines) {
        isBroken |= needsLines;
    }

    /** Sets whether a list is a set. */
    void setSet(boolean asSet) {
        isSet = asSet;
    }

    /** Makes this an object in block style, as the event of a message is. */
    void layOutEvent() {
        mode = BLOCK;
    }

    /** Makes this the outermost object in braces. */
    void layOutBraces() {
        mode = BRACES;
        indent = 2;
    }

    /** Resets the level for a new object or list. */
    void clear() {
        mode = LIST;
        indent = 0;
        isBroken = false;
        isSet = false;
        shape = null;
        shapeNames = null;
        lineStarts = null;
    }

    boolean isObject() {
        return mode <= LINE;
    }

    /** Chooses the layout of an object. */
    void layOutObject(LayoutStyle style, LayoutLevel parent, boolean isOutermost, boolean isTyped) {
        if (isOnOneLine(style, parent, isOutermost)) {
            mode = LINE;
        } else if (style == LayoutStyle.BLOCK || isOutermost && !isTyped) {
            mode = BLOCK;
            indent = isOutermost ? 0 : parent.indent + 2;
        } else {
            mode = BRACES;
            indent = parent.indent + 2;
        }
    }

    /** Chooses the layout of a list. */
    void layOutList(LayoutStyle style, LayoutLevel parent, boolean isOutermost) {
        if (isOnOneLine(style, parent, isOutermost)) {
            mode = LINE_LIST;
            indent = parent.indent + 2;
        } else if (style == LayoutStyle.BLOCK) {
            mode = DASHES;
            indent = isOutermost ? 0 : parent.indent + 2;
        } else {
            mode = LIST;
            indent = parent.indent + 2;
        }
    }

    private static boolean isOnOneLine(LayoutStyle style, LayoutLevel parent, boolean isOutermost) {
        if (style == LayoutStyle.LINE) {
            return true;
        }
        boolean inLine = parent.mode == LINE || parent.mode == LIST || parent.mode == LINE_LIST;
        return !isOutermost && (inLine || parent.state == LONG_KEY);
    }

    /** Sets the shape of an object whose layout is chosen. */
    void setShape(Shape ofShape) {
        if (shape != ofShape || lineStarts == null) {
            shape = ofShape;
            shapeNames = ofShape.get(YamlShapeNames.OF_SHAPE);
            lineStarts = mode == BRACES ? shapeNames.lineStarts(indent) : null;
        }
    }
}
