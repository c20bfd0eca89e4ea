package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.Shape;
import io.deltawire.yaml.internal.name.PackedTexts;
import io.deltawire.yaml.internal.name.YamlShapeNames;

/** What is being written: a message, or an object or list in it. How it is laid out, and what comes next in it. */
final class LayoutLevel {
    // Modes: those of objects come first.

    /** An object without braces, a field a line: the outermost one without a type name, or any in block style. */
    static final int BLOCK = 0;

    /** An object in braces with a field a line. */
    static final int BRACES = 1;

    /** An object in braces on one line. */
    static final int LINE = 2;

    /** A list that may take more than one line. A message counts as one. */
    static final int LIST = 3;

    /** A list on one line. */
    static final int LINE_LIST = 4;

    /** A list with a dash in front of each item. */
    static final int DASHES = 5;

    // States.

    /** An entry must come next. */
    static final int ENTRY = 0;

    /** The value of an entry must come next. */
    static final int VALUE = 1;

    /** A key must come next. */
    static final int KEY = 2;

    /** A key that a question mark stands in front of must end. */
    static final int LONG_KEY = 3;

    /** The value of a field of the shape must come next, and the field's name is not written yet. */
    static final int NAMED = 4;

    int mode;

    /** Of a level that another one is inside of: what must come next in it. {@link YamlLayout} has that of the innermost. */
    int state;

    /** As {@link #state}: how many entries or items there are. */
    int count;

    /** Of the entries that have a line of their own. */
    int indent;

    /** Whether a list has taken more than one line. */
    boolean isBroken;

    /** Whether a list is a set, which is an object of keys without values. */
    boolean isSet;

    /** The shape of an object, or null. */
    Shape shape;

    /** The names of the shape, or null. */
    YamlShapeNames shapeNames;

    /** The names of the shape with what stands before them in braces; or null where fields begin in another way. */
    PackedTexts lineStarts;

    /** Begins anew, with nothing in it. */
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

    /** Lays out an object inside of another level, or right in the message. */
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

    /** As {@link #layOutObject}, for a list. */
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

    /** Takes the shape of an object that is laid out. */
    void setShape(Shape ofShape) {
        if (shape != ofShape || lineStarts == null) {
            shape = ofShape;
            shapeNames = ofShape.get(YamlShapeNames.OF_SHAPE);
            lineStarts = mode == BRACES ? shapeNames.lineStarts(indent) : null;
        }
    }
}
