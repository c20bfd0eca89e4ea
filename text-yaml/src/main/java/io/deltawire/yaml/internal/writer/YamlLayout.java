package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.WriteLimits;
import io.deltawire.yaml.internal.name.PackedTexts;
import io.deltawire.yaml.internal.name.YamlNameEncoder;
import io.deltawire.yaml.internal.name.YamlShapeNames;
import java.util.Arrays;

/**
 * Puts the line breaks, indents, commas, braces and dashes between the scalars of a message, in one of the styles of
 * {@link LayoutStyle}. In the default one the outermost object, if it has no type name, is in block style; other
 * objects are in braces with a field a line; a list of scalars is on one line, broken where it gets long; objects and lists
 * within a list take a line each.
 */
final class YamlLayout {
    /** The objects that the head of an event opens. */
    private static final int PREFIX_DEPTH = 2;

    private final OutputBuffer out;
    private final WriteLimits limits;
    private final LayoutStyle style;
    private final LineBuffer lines;

    /** The message, and what it is inside of; the last one in use is {@link #current}. */
    private LayoutLevel[] levels = {new LayoutLevel(), new LayoutLevel(), new LayoutLevel(), new LayoutLevel()};

    private int depth;
    /** The objects and lists that are not to be ended now: see {@link FencedWriter}. */
    private int fence;

    private LayoutLevel current = levels[0];

    /** What must come next in the innermost level. */
    private int state;

    /** How many entries or items the innermost level has. */
    private int count;

    /** Those of the innermost level. */
    private PackedTexts lineStarts;

    /** The field to be written with its value. */
    private int pendingField;

    /** Where the first name goes in the object that {@link #beginFields} was called for last. */
    private int fieldsStart;

    /** How many levels are kept as {@link #beginPrefixedMessage} wants them; 0 for none. */
    private int prefixDepth;

    private boolean hasValue = true;
    private boolean isTyped;

    YamlLayout(OutputBuffer out, WriteLimits limits, LayoutStyle style) {
        this.out = out;
        this.limits = limits;
        this.style = style;
        this.lines = new LineBuffer();
    }

    int depth() {
        return depth;
    }

    int fence() {
        return fence;
    }

    void setFence(int at) {
        fence = at;
    }

    /** Begins a message. */
    void beginMessage() {
        prefixDepth = 0;
        depth = 0;
        beginLevel();
        hasValue = false;
        lines.beginMessage(out);
    }

    /** Ends a message. */
    void endMessage() {
        if (depth > 0 || !hasValue) {
            throw new IllegalStateException(depth > 0 ? "an object or list is not ended" : "the message has no value");
        }
        out.ensure(1);
        out.array[out.position++] = '\n';
        lines.writeComments(out, 0);
    }

    /** Leaves a message that is dropped: nothing fits before the next one begins. */
    void cancel() {
        prefixDepth = 0;
        depth = 0;
        beginLevel();
        hasValue = true;
    }

    /** Checks that a value comes next, whose type name is given. */
    void requireValue() {
        if (state == LayoutLevel.ENTRY && (depth == 0 ? hasValue : current.isObject())) {
            throw new IllegalStateException("a type name where no value is expected");
        }
    }

    /** Keeps a comment for the next line that begins with an entry. */
    void addComment(String text) {
        lines.addComment(text);
    }

    /** True where the next value is a key. */
    boolean expectsKey() {
        return state == LayoutLevel.KEY;
    }

    Shape shape() {
        return current.shape;
    }

    /**
     * Goes to a field of the innermost object's shape: its name is written here, or together with its value.
     *
     * @return false where the name is none that is written in front of a colon; nothing is written then
     */
    boolean field(int ordinal) {
        PackedTexts texts = lineStarts;
        if (texts == null
                || state != LayoutLevel.ENTRY
                || lines.hasComments()
                || ordinal < 0
                || ordinal >= texts.count()
                || texts.length(ordinal) == 0) {
            return writeField(ordinal);
        }
        pendingField = ordinal;
        state = LayoutLevel.NAMED;
        return true;
    }

    /**
     * Writes the name of the field whose value comes, if that is all there is to do before the value, and without moving
     * the position of the buffer: the value is written by who calls, and the position moved once.
     *
     * @param room that the value needs
     * @return the index where the value goes, or -1
     */
    int writePendingName(int room) {
        if (state != LayoutLevel.NAMED) {
            return -1;
        }
        PackedTexts texts = lineStarts;
        int ordinal = pendingField;
        out.ensure(texts.length(ordinal) + Long.BYTES + room);
        byte[] array = out.array;
        int at = out.position;
        int after = texts.copy(ordinal, array, at);
        state = LayoutLevel.ENTRY;
        if (count++ == 0) {
            array[at] = '{';
        } else if ((count & 0xFF) == 0) {
            limits.checkSize(out);
        }
        return after;
    }

    /** Whether what stands before each name of the object just begun is always the same, and names may be of a usual length. */
    boolean allowsDirectFields() {
        return current.mode == LayoutLevel.BRACES
                && count == 0
                && state == LayoutLevel.ENTRY
                && !lines.hasComments()
                && limits.maxNameBytes >= YamlShapeNames.MAX_DIRECT_BYTES
                && directNames() != null;
    }

    /** The names of a shape as they stand in the innermost object; null where they are not always the same. */
    Shape.Attachment<byte[][]> directNames() {
        return YamlShapeNames.directNames(current.indent);
    }

    /** Whether {@link #beginPrefixedMessage} can be used. */
    boolean allowsPrefixes() {
        return style == LayoutStyle.BRACES && limits.maxDepth >= PREFIX_DEPTH;
    }

    /**
     * Begins a message whose head is written: an object with a type name, or one as the value of the only field.
     *
     * @param isEvent whether it is the value of a field
     */
    void beginPrefixedMessage(boolean isEvent, Shape ofShape) {
        if (prefixDepth != (isEvent ? PREFIX_DEPTH : 1) || lines.hasComments()) {
            beginMessage();
            if (isEvent) {
                push();
                current.mode = LayoutLevel.BLOCK;
                count = 1;
            }
            push();
            current.mode = LayoutLevel.BRACES;
            current.indent = 2;
            prefixDepth = depth;
        }
        hasValue = true;
        depth = prefixDepth;
        current = levels[depth];
        current.setShape(ofShape);
        lineStarts = current.lineStarts;
        state = LayoutLevel.ENTRY;
        count = 0;
        lines.startAt(out.position);
    }

    /** Ends the objects of a head, and the message. */
    void endPrefixedMessage(boolean isEvent) {
        if (state != LayoutLevel.ENTRY || current.mode != LayoutLevel.BRACES || depth != (isEvent ? PREFIX_DEPTH : 1)) {
            throw new IllegalStateException("an object or list is not ended");
        }
        if (count == 0 || lines.hasComments()) {
            endObject();
            if (isEvent) {
                endObject();
            }
            endMessage();
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
        lineStarts = null; // so that a field outside of a message is told
    }

    /** Begins the fields of the innermost object, unless some are written. */
    void beginFields() {
        if (count == 0) {
            count = 1;
            LineBuffer.put(out, '{');
            fieldsStart = out.position;
        }
    }

    /** Goes on after fields that were put into the array: after the name of one, or after the value of one. */
    void moveTo(int at, boolean isNamed) {
        out.position = at;
        state = isNamed ? LayoutLevel.VALUE : LayoutLevel.ENTRY;
        if (isNamed) {
            byte[] array = out.array;
            int line = at;
            while (array[line - 1] != '\n') {
                line--;
            }
            lines.startAt(line);
        } else if (at == fieldsStart) {
            out.position--;
            count = 0;
        }
    }

    private void writeName() {
        lines.startAt(out.position + 2);
        out.position = writePendingName(0);
    }

    private boolean writeField(int ordinal) {
        if (current.shapeNames == null) {
            throw new IllegalStateException("the innermost object was begun without a shape");
        }
        byte[][] names = current.shapeNames.names();
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
        boolean isBlock = depth == 0 || current.mode == LayoutLevel.DASHES || current.mode == LayoutLevel.BLOCK && state == LayoutLevel.VALUE;
        return style == LayoutStyle.BLOCK && isBlock ? current.indent + 2 : 0;
    }

    /** Writes what stands before an entry, and its name. */
    void field(byte[] name) {
        beforeEntry();
        out.ensure(name.length);
        System.arraycopy(name, 0, out.array, out.position, name.length);
        out.position += name.length;
        state = LayoutLevel.VALUE;
    }

    void key() {
        beforeEntry();
        state = LayoutLevel.KEY;
    }

    private void beforeEntry() {
        int mode = current.mode;
        if (!current.isObject() || state != LayoutLevel.ENTRY || depth == 0) {
            throw new IllegalStateException("a field must be inside an object, and follow a value");
        }
        int number = count++;
        if (mode == LayoutLevel.BRACES) {
            out.ensure(1);
            out.array[out.position++] = (byte) (number > 0 ? ',' : '{');
            lines.nextLine(out, current.indent);
        } else if (mode == LayoutLevel.LINE) {
            out.ensure(2);
            if (number > 0) {
                out.array[out.position++] = ',';
                out.array[out.position++] = ' ';
            } else {
                out.array[out.position++] = '{';
            }
        } else if (number > 0) {
            lines.nextLine(out, current.indent);
        } else {
            beginBlock();
        }
        if ((number & 0xFF) == 0xFF) {
            limits.checkSize(out);
        }
    }

    /** Before the first entry of an object or list in block style: on the line that it begins on, or on a new one. */
    private void beginBlock() {
        boolean isInDashes = depth > 1 && levels[depth - 1].mode == LayoutLevel.DASHES;
        if (!lines.hasComments() && !isTyped && (depth == 1 || isInDashes)) {
            return;
        }
        if (depth == 1 && !isTyped) {
            lines.writeComments(out, 0);
            return;
        }
        out.position--; // the space after the colon, dash or type
        lines.nextLine(out, current.indent);
    }

    /**
     * Writes what stands before a scalar.
     *
     * @param length of the scalar, roughly: a long key needs a question mark
     */
    void beforeScalar(int length, boolean typed) {
        switch (state) {
            case LayoutLevel.VALUE -> state = LayoutLevel.ENTRY;
            case LayoutLevel.NAMED -> writeName();
            case LayoutLevel.KEY -> {
                // Escapes take up to six characters, a type name comes on top.
                if (typed || length > YamlNameEncoder.MAX_SIMPLE_KEY / 6 - 10) {
                    LineBuffer.append(out, "? ");
                    state = LayoutLevel.LONG_KEY;
                }
            }
            default -> beforeItem(false);
        }
    }

    /** Writes what stands before an object or list, except for its type. */
    void beforeContainer(boolean typed) {
        switch (state) {
            case LayoutLevel.VALUE -> state = LayoutLevel.ENTRY;
            case LayoutLevel.NAMED -> writeName();
            case LayoutLevel.KEY -> {
                LineBuffer.append(out, "? ");
                state = LayoutLevel.LONG_KEY;
            }
            default -> beforeItem(true);
        }
        limits.checkDepth(depth);
        push();
        isTyped = typed;
    }

    void beginObject(Shape ofShape) {
        current.layOutObject(style, levels[depth - 1], depth == 1, isTyped);
        if (ofShape != null) {
            current.setShape(ofShape);
            lineStarts = current.lineStarts;
            if (current.shapeNames.longest() > limits.maxNameBytes) {
                throw limits.nameTooLong("name");
            }
        }
    }

    /** @param asSet whether the items are to be the keys of an object */
    void beginList(boolean asSet) {
        current.isSet = asSet;
        current.layOutList(style, levels[depth - 1], depth == 1);
        if (current.mode != LayoutLevel.DASHES) {
            LineBuffer.put(out, asSet ? '{' : '[');
        }
    }

    void endObject() {
        LayoutLevel level = current;
        if (depth == fence && depth > 0) {
            throw FencedWriter.notBegunHere();
        }
        if (depth == 0 || !level.isObject() || state != LayoutLevel.ENTRY) {
            throw new IllegalStateException("no object is begun, or its last field has no value");
        }
        if (count == 0) {
            LineBuffer.append(out, "{}");
        } else if (level.mode == LayoutLevel.BRACES) {
            lines.writeCommentsAfter(out, level.indent);
            lines.breakLine(out, level.indent - 2);
            LineBuffer.put(out, '}');
        } else if (level.mode == LayoutLevel.LINE) {
            LineBuffer.put(out, '}');
        }
        pop();
        afterValue();
    }

    void endList() {
        LayoutLevel level = current;
        if (depth == 0 || level.isObject()) {
            throw new IllegalStateException("no list is begun");
        }
        if (level.mode == LayoutLevel.DASHES) {
            LineBuffer.append(out, count > 0 ? "" : level.isSet ? "{}" : "[]");
        } else {
            if (level.isBroken) {
                lines.writeCommentsAfter(out, level.indent);
                lines.breakLine(out, level.indent - 2);
            }
            LineBuffer.put(out, level.isSet ? '}' : ']');
        }
        pop();
        afterValue();
    }

    /** Writes what stands after a value: the colon, where it was a key. */
    void afterValue() {
        if (state == LayoutLevel.KEY) {
            LineBuffer.append(out, ": ");
            state = LayoutLevel.VALUE;
        } else if (state == LayoutLevel.LONG_KEY) {
            if (current.mode == LayoutLevel.BLOCK) {
                lines.nextLine(out, current.indent);
                LineBuffer.append(out, ": ");
            } else {
                LineBuffer.append(out, " : ");
            }
            state = LayoutLevel.VALUE;
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
        LayoutLevel level = current;
        if (level.isObject()) {
            throw new IllegalStateException("a value inside an object needs a name");
        }
        int number = count++;
        if (level.mode == LayoutLevel.DASHES) {
            if (number == 0) {
                beginBlock();
            } else {
                lines.nextLine(out, current.indent);
            }
            LineBuffer.append(out, level.isSet ? "? " : "- ");
            if ((number & 0xFF) == 0xFF) {
                limits.checkSize(out);
            }
            return;
        }
        if (level.mode == LayoutLevel.LINE_LIST) {
            LineBuffer.append(out, number > 0 ? ", " : "");
        } else {
            separateItems(number, container);
        }
        if (level.isSet) {
            LineBuffer.append(out, "? ");
        }
    }

    private void separateItems(int number, boolean container) {
        if (number > 0) {
            LineBuffer.append(out, ",");
        }
        if (container || current.isBroken || lines.isLong(out)) {
            lines.nextLine(out, current.indent);
            current.isBroken |= container;
        } else if (number > 0) {
            LineBuffer.append(out, " ");
        }
        if ((number & 0xFF) == 0xFF) {
            limits.checkSize(out);
        }
    }

    /** Goes into an object or list, of which nothing is known yet. */
    private void push() {
        current.state = state;
        current.count = count;
        if (++depth == levels.length) {
            levels = Arrays.copyOf(levels, 2 * depth);
            for (int i = depth; i < levels.length; i++) {
                levels[i] = new LayoutLevel();
            }
        }
        beginLevel();
    }

    private void beginLevel() {
        current = levels[depth];
        current.clear();
        state = LayoutLevel.ENTRY;
        count = 0;
        lineStarts = null;
    }

    /** Goes back to what the innermost object or list is in. */
    private void pop() {
        current = levels[--depth];
        state = current.state;
        count = current.count;
        lineStarts = current.lineStarts;
        if (depth < prefixDepth) {
            prefixDepth = 0; // what comes now may change the levels of the head
        }
    }
}
