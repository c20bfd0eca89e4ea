package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.WriteLimits;
import java.util.Arrays;

/**
 * Puts the line breaks, indents, commas, braces and dashes between the scalars of a message, in one of the styles of
 * {@link LayoutStyle}. In the default one the outermost object, if it has no type name, is in block style; other
 * objects are in braces with a field a line; a list of scalars is on one line, broken where it gets long; objects and lists
 * within a list take a line each.
 */
final class Layout {
    /** The objects that the head of an event opens. */
    private static final int HEAD_DEPTH = 2;

    private final OutputBuffer out;
    private final WriteLimits limits;
    private final LayoutStyle style;
    private final Lines lines;

    /** The message, and what it is inside of; the last one in use is {@link #here}. */
    private Level[] levels = {new Level(), new Level(), new Level(), new Level()};

    int depth;
    /** The objects and lists that are not to be ended now: see {@link FencedWriter}. */
    int fence;

    private Level here = levels[0];

    /** What must come next in the innermost level. */
    private int state;

    /** How many entries or items the innermost level has. */
    private int count;

    /** Those of the innermost level. */
    private ShapeNames.Texts fieldLines;

    /** The field to be written with its value. */
    private int named;

    /** Where the first name goes in the object that {@link #beginFields} was called for last. */
    private int fieldsStart;

    /** How many levels are kept as {@link #beginHead} wants them; 0 for none. */
    private int headDepth;

    private boolean hasValue = true;
    private boolean isTyped;

    Layout(OutputBuffer out, WriteLimits limits, LayoutStyle style) {
        this.out = out;
        this.limits = limits;
        this.style = style;
        this.lines = new Lines();
    }

    /** Begins a message. */
    void begin() {
        headDepth = 0;
        depth = 0;
        beginLevel();
        hasValue = false;
        lines.begin(out);
    }

    /** Ends a message. */
    void end() {
        if (depth > 0 || !hasValue) {
            throw new IllegalStateException(depth > 0 ? "an object or list is not ended" : "the message has no value");
        }
        out.ensure(1);
        out.array[out.position++] = '\n';
        lines.writeComments(out, 0);
    }

    /** Leaves a message that is dropped: nothing fits before the next one begins. */
    void cancel() {
        headDepth = 0;
        depth = 0;
        beginLevel();
        hasValue = true;
    }

    /** Checks that a value comes next, whose type name is given. */
    void requireValue() {
        if (state == Level.ENTRY && (depth == 0 ? hasValue : here.isObject())) {
            throw new IllegalStateException("a type name where no value is expected");
        }
    }

    /** Keeps a comment for the next line that begins with an entry. */
    void comment(String text) {
        lines.comment(text);
    }

    /** True where the next value is a key. */
    boolean expectsKey() {
        return state == Level.KEY;
    }

    Shape shape() {
        return here.shape;
    }

    /**
     * Goes to a field of the innermost object's shape: its name is written here, or together with its value.
     *
     * @return false where the name is none that is written in front of a colon; nothing is written then
     */
    boolean field(int ordinal) {
        ShapeNames.Texts texts = fieldLines;
        if (texts == null
                || state != Level.ENTRY
                || lines.hasComments
                || ordinal < 0
                || ordinal >= texts.lengths.length
                || texts.lengths[ordinal] == 0) {
            return anyField(ordinal);
        }
        named = ordinal;
        state = Level.NAMED;
        return true;
    }

    /**
     * Writes the name of the field whose value comes, if that is all there is to do before the value, and without moving
     * the position of the buffer: the value is written by who calls, and the position moved once.
     *
     * @param room that the value needs
     * @return the index where the value goes, or -1
     */
    int nameAt(int room) {
        if (state != Level.NAMED) {
            return -1;
        }
        ShapeNames.Texts texts = fieldLines;
        int ordinal = named;
        out.ensure(texts.lengths[ordinal] + Long.BYTES + room);
        byte[] array = out.array;
        int at = out.position;
        int after = texts.copy(ordinal, array, at);
        state = Level.ENTRY;
        if (count++ == 0) {
            array[at] = '{';
        } else if ((count & 0xFF) == 0) {
            limits.checkSize(out);
        }
        return after;
    }

    /** Whether what stands before each name of the object just begun is always the same, and names may be of a usual length. */
    boolean takesFields() {
        return here.mode == Level.BRACES
                && count == 0
                && state == Level.ENTRY
                && !lines.hasComments
                && limits.maxNameBytes >= ShapeNames.LEAST_LIMIT
                && names() != null;
    }

    /** The names of a shape as they stand in the innermost object; null where they are not always the same. */
    Shape.Attachment<byte[][]> names() {
        return ShapeNames.bytesOfShape(here.indent);
    }

    /** Whether {@link #beginHead} can be used. */
    boolean hasHeads() {
        return style == LayoutStyle.BRACES && limits.maxDepth >= HEAD_DEPTH;
    }

    /**
     * Begins a message whose head is written: an object with a type name, or one as the value of the only field.
     *
     * @param isEvent whether it is the value of a field
     */
    void beginHead(boolean isEvent, Shape ofShape) {
        if (headDepth != (isEvent ? HEAD_DEPTH : 1) || lines.hasComments) {
            begin();
            if (isEvent) {
                enter();
                here.mode = Level.BLOCK;
                count = 1;
            }
            enter();
            here.mode = Level.BRACES;
            here.indent = 2;
            headDepth = depth;
        }
        hasValue = true;
        depth = headDepth;
        here = levels[depth];
        here.take(ofShape);
        fieldLines = here.fieldLines;
        state = Level.ENTRY;
        count = 0;
        lines.start = out.position;
    }

    /** Ends the objects of a head, and the message. */
    void endHead(boolean isEvent) {
        if (state != Level.ENTRY || here.mode != Level.BRACES || depth != (isEvent ? HEAD_DEPTH : 1)) {
            throw new IllegalStateException("an object or list is not ended");
        }
        if (count == 0 || lines.hasComments) {
            endObject();
            if (isEvent) {
                endObject();
            }
            end();
            return;
        }
        out.ensure(3);
        byte[] array = out.array;
        int at = out.position;
        array[at] = '\n';
        array[at + 1] = '}';
        array[at + 2] = '\n';
        out.position = at + 3;
        depth = 0;
        fieldLines = null; // so that a field outside of a message is told
    }

    /** Begins the fields of the innermost object, unless some are written. */
    void beginFields() {
        if (count == 0) {
            count = 1;
            Lines.put(out, '{');
            fieldsStart = out.position;
        }
    }

    /** Goes on after fields that were put into the array: after the name of one, or after the value of one. */
    void moveTo(int at, boolean isNamed) {
        out.position = at;
        state = isNamed ? Level.VALUE : Level.ENTRY;
        if (isNamed) {
            byte[] array = out.array;
            int line = at;
            while (array[line - 1] != '\n') {
                line--;
            }
            lines.start = line;
        } else if (at == fieldsStart) {
            out.position--;
            count = 0;
        }
    }

    private void writeName() {
        lines.start = out.position + 2;
        out.position = nameAt(0);
    }

    private boolean anyField(int ordinal) {
        if (here.shapeNames == null) {
            throw new IllegalStateException("the innermost object was begun without a shape");
        }
        byte[][] names = here.shapeNames.names;
        Ordinals.check(ordinal, names.length);
        byte[] name = names[ordinal];
        if (name == null) {
            return false;
        }
        field(name);
        return true;
    }

    /** The indent of the lines of a block scalar, if one may come next; or 0. */
    int blockIndent() {
        boolean isBlock = depth == 0 || here.mode == Level.DASHES || here.mode == Level.BLOCK && state == Level.VALUE;
        return style == LayoutStyle.BLOCK && isBlock ? here.indent + 2 : 0;
    }

    /** Writes what stands before an entry, and its name. */
    void field(byte[] name) {
        beforeEntry();
        out.ensure(name.length);
        System.arraycopy(name, 0, out.array, out.position, name.length);
        out.position += name.length;
        state = Level.VALUE;
    }

    void key() {
        beforeEntry();
        state = Level.KEY;
    }

    private void beforeEntry() {
        int mode = here.mode;
        if (!here.isObject() || state != Level.ENTRY || depth == 0) {
            throw new IllegalStateException("a field must be inside an object, and follow a value");
        }
        int number = count++;
        if (mode == Level.BRACES) {
            out.ensure(1);
            out.array[out.position++] = (byte) (number > 0 ? ',' : '{');
            lines.next(out, here.indent);
        } else if (mode == Level.LINE) {
            out.ensure(2);
            if (number > 0) {
                out.array[out.position++] = ',';
                out.array[out.position++] = ' ';
            } else {
                out.array[out.position++] = '{';
            }
        } else if (number > 0) {
            lines.next(out, here.indent);
        } else {
            beginBlock();
        }
        if ((number & 0xFF) == 0xFF) {
            limits.checkSize(out);
        }
    }

    /** Before the first entry of an object or list in block style: on the line that it begins on, or on a new one. */
    private void beginBlock() {
        boolean isInDashes = depth > 1 && levels[depth - 1].mode == Level.DASHES;
        if (!lines.hasComments && !isTyped && (depth == 1 || isInDashes)) {
            return;
        }
        if (depth == 1 && !isTyped) {
            lines.writeComments(out, 0);
            return;
        }
        out.position--; // the space after the colon, dash or type
        lines.next(out, here.indent);
    }

    /**
     * Writes what stands before a scalar.
     *
     * @param length of the scalar, roughly: a long key needs a question mark
     */
    void beforeScalar(int length, boolean typed) {
        switch (state) {
            case Level.VALUE -> state = Level.ENTRY;
            case Level.NAMED -> writeName();
            case Level.KEY -> {
                // Escapes take up to six characters, a type name comes on top.
                if (typed || length > Names.MAX_SIMPLE_KEY / 6 - 10) {
                    Lines.append(out, "? ");
                    state = Level.LONG_KEY;
                }
            }
            default -> beforeItem(false);
        }
    }

    /** Writes what stands before an object or list, except for its type. */
    void beforeContainer(boolean typed) {
        switch (state) {
            case Level.VALUE -> state = Level.ENTRY;
            case Level.NAMED -> writeName();
            case Level.KEY -> {
                Lines.append(out, "? ");
                state = Level.LONG_KEY;
            }
            default -> beforeItem(true);
        }
        limits.checkDepth(depth);
        enter();
        isTyped = typed;
    }

    void beginObject(Shape ofShape) {
        here.layOutObject(style, levels[depth - 1], depth == 1, isTyped);
        if (ofShape != null) {
            here.take(ofShape);
            fieldLines = here.fieldLines;
            if (here.shapeNames.longest > limits.maxNameBytes) {
                throw limits.nameTooLong("name");
            }
        }
    }

    /** @param asSet whether the items are to be the keys of an object */
    void beginList(boolean asSet) {
        here.isSet = asSet;
        here.layOutList(style, levels[depth - 1], depth == 1);
        if (here.mode != Level.DASHES) {
            Lines.put(out, asSet ? '{' : '[');
        }
    }

    void endObject() {
        Level level = here;
        if (depth == fence && depth > 0) {
            throw FencedWriter.notBegunHere();
        }
        if (depth == 0 || !level.isObject() || state != Level.ENTRY) {
            throw new IllegalStateException("no object is begun, or its last field has no value");
        }
        if (count == 0) {
            Lines.append(out, "{}");
        } else if (level.mode == Level.BRACES) {
            lines.end(out, level.indent);
            lines.breakLine(out, level.indent - 2);
            Lines.put(out, '}');
        } else if (level.mode == Level.LINE) {
            Lines.put(out, '}');
        }
        leave();
        afterValue();
    }

    void endList() {
        Level level = here;
        if (depth == 0 || level.isObject()) {
            throw new IllegalStateException("no list is begun");
        }
        if (level.mode == Level.DASHES) {
            Lines.append(out, count > 0 ? "" : level.isSet ? "{}" : "[]");
        } else {
            if (level.broken) {
                lines.end(out, level.indent);
                lines.breakLine(out, level.indent - 2);
            }
            Lines.put(out, level.isSet ? '}' : ']');
        }
        leave();
        afterValue();
    }

    /** Writes what stands after a value: the colon, where it was a key. */
    void afterValue() {
        if (state == Level.KEY) {
            Lines.append(out, ": ");
            state = Level.VALUE;
        } else if (state == Level.LONG_KEY) {
            if (here.mode == Level.BLOCK) {
                lines.next(out, here.indent);
                Lines.append(out, ": ");
            } else {
                Lines.append(out, " : ");
            }
            state = Level.VALUE;
        }
    }

    /** Before an item of a list, or the message's value. */
    private void beforeItem(boolean container) {
        if (depth == 0) {
            if (hasValue) {
                throw new IllegalStateException("no message is begun, or it has a value already");
            }
            hasValue = true;
            lines.writeComments(out, 0);
            return;
        }
        Level level = here;
        if (level.isObject()) {
            throw new IllegalStateException("a value inside an object needs a name");
        }
        int number = count++;
        if (level.mode == Level.DASHES) {
            if (number == 0) {
                beginBlock();
            } else {
                lines.next(out, here.indent);
            }
            Lines.append(out, level.isSet ? "? " : "- ");
            if ((number & 0xFF) == 0xFF) {
                limits.checkSize(out);
            }
            return;
        }
        if (level.mode == Level.LINE_LIST) {
            Lines.append(out, number > 0 ? ", " : "");
        } else {
            goToItem(number, container);
        }
        if (level.isSet) {
            Lines.append(out, "? ");
        }
    }

    private void goToItem(int number, boolean container) {
        if (number > 0) {
            Lines.append(out, ",");
        }
        if (container || here.broken || lines.isLong(out)) {
            lines.next(out, here.indent);
            here.broken |= container;
        } else if (number > 0) {
            Lines.append(out, " ");
        }
        if ((number & 0xFF) == 0xFF) {
            limits.checkSize(out);
        }
    }

    /** Goes into an object or list, of which nothing is known yet. */
    private void enter() {
        here.state = state;
        here.count = count;
        if (++depth == levels.length) {
            levels = Arrays.copyOf(levels, 2 * depth);
            for (int i = depth; i < levels.length; i++) {
                levels[i] = new Level();
            }
        }
        beginLevel();
    }

    private void beginLevel() {
        here = levels[depth];
        here.clear();
        state = Level.ENTRY;
        count = 0;
        fieldLines = null;
    }

    /** Goes back to what the innermost object or list is in. */
    private void leave() {
        here = levels[--depth];
        state = here.state;
        count = here.count;
        fieldLines = here.fieldLines;
        if (depth < headDepth) {
            headDepth = 0; // what comes now may change the levels of the head
        }
    }
}
