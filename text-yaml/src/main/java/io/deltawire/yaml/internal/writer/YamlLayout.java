package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.WriteLimits;
import io.deltawire.yaml.internal.name.PackedTexts;
import io.deltawire.yaml.internal.name.YamlNameEncoder;
import io.deltawire.yaml.internal.name.YamlShapeNames;
import java.util.Arrays;

/**
 * Writes the line breaks, indents, commas, braces and dashes between the scalars of a message, in one of the styles of
 * {@link LayoutStyle}.
 *
 * <p>In the default style, the outermost object is in block style unless it has a type name. Other objects are in
 * braces with one field per line. A list of scalars is on one line, broken if it gets long; objects and lists within a
 * list take a line each.
 *
 * <p>The layout is a stack of {@link LayoutLevel}s. The state of the innermost level is in fields of this class, where
 * most calls find it without a load from the level. The name of a field is not written before its value
 * comes: {@link #writePendingName} then writes both without moving the buffer's position in between.
 */
final class YamlLayout {
    /** The number of objects that the prefix of an event opens. */
    private static final int PREFIX_DEPTH = 2;

    private final OutputBuffer out;
    private final WriteLimits limits;
    private final LayoutStyle style;
    private final LineWriter lines;

    /** The message and what encloses the position; the innermost one is {@link #current}. */
    private LayoutLevel[] levels = {new LayoutLevel(), new LayoutLevel(), new LayoutLevel(), new LayoutLevel()};

    private int depth;
    /** Depth of the objects that must not be ended now: see {@link NestingGuard}. */
    private int fence;

    private LayoutLevel current = levels[0];

    /** What must come next in the innermost level. */
    private int state;

    /** Number of entries or items of the innermost level. */
    private int count;

    /** The {@link LayoutLevel#lineStarts} of the innermost level. */
    private PackedTexts lineStarts;

    /** Ordinal of the field whose name is written together with its value. */
    private int pendingField;

    /** Index of the first name in the object for which {@link #beginFields} was called last. */
    private int fieldsStart;

    /** Number of levels that are still as {@link #beginPrefixedMessage} needs them, or 0. */
    private int prefixDepth;

    private boolean hasValue = true;
    private boolean isTyped;

    YamlLayout(OutputBuffer out, WriteLimits limits, LayoutStyle style) {
        this.out = out;
        this.limits = limits;
        this.style = style;
        this.lines = new LineWriter();
    }

    int depth() {
        return depth;
    }

    int fence() {
        return fence;
    }

    void setFence(int index) {
        fence = index;
    }

    void beginMessage() {
        prefixDepth = 0;
        depth = 0;
        beginLevel();
        hasValue = false;
        lines.beginMessage(out);
    }

    void endMessage() {
        if (depth > 0 || !hasValue) {
            throw new IllegalStateException(depth > 0 ? "an object or list is not ended" : "the message has no value");
        }
        out.ensure(1);
        out.array[out.position++] = '\n';
        lines.writeComments(out, 0);
    }

    /** Drops the message. No call is valid until the next one begins. */
    void cancel() {
        prefixDepth = 0;
        depth = 0;
        beginLevel();
        hasValue = true;
    }

    /** Checks that a value may come next, because its type name was given. */
    void requireValue() {
        if (state == LayoutLevel.ENTRY && (depth == 0 ? hasValue : current.isObject())) {
            throw new IllegalStateException("a type name where no value is expected");
        }
    }

    /** Adds a comment, to be written before the next line that starts with an entry. */
    void addComment(String text) {
        lines.addComment(text);
    }

    boolean expectsKey() {
        return state == LayoutLevel.KEY;
    }

    Shape shape() {
        return current.shape();
    }

    /**
     * Begins a field of the innermost object's shape. Its name is written now, or together with its value.
     *
     * @return false if the name is too long to be written before a colon; nothing is written then
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
     * Writes the name of the pending field, if nothing else has to be written before its value. Does not move the
     * buffer's position: the caller writes the value and then moves the position once.
     *
     * @param room bytes that the value needs
     * @return index for the value, or -1
     */
    int writePendingName(int room) {
        if (state != LayoutLevel.NAMED) {
            return -1;
        }
        PackedTexts texts = lineStarts;
        int ordinal = pendingField;
        out.ensure(texts.length(ordinal) + Long.BYTES + room);
        byte[] array = out.array;
        int index = out.position;
        int after = texts.copy(ordinal, array, index);
        state = LayoutLevel.ENTRY;
        if (count++ == 0) {
            array[index] = '{';
        } else if ((count & 0xFF) == 0) {
            limits.checkSize(out);
        }
        return after;
    }

    /**
     * Returns whether the bytes before each name of the new object are constant, and names may have the usual length.
     */
    boolean allowsDirectFields() {
        return current.mode() == LayoutLevel.BRACES
                && count == 0
                && state == LayoutLevel.ENTRY
                && !lines.hasComments()
                && limits.maxNameBytes >= YamlShapeNames.MAX_DIRECT_BYTES
                && directNames() != null;
    }

    /** Returns the names of a shape as they appear in the innermost object; null if that is not constant. */
    Shape.Attachment<byte[][]> directNames() {
        return YamlShapeNames.directNames(current.indent());
    }

    /** Returns whether {@link #beginPrefixedMessage} may be called. */
    boolean allowsPrefixes() {
        return style == LayoutStyle.BRACES && limits.maxDepth >= PREFIX_DEPTH;
    }

    /**
     * Begins a message whose prefix the caller writes: an object with a type name, or such an object as the value of
     * the only field.
     *
     * @param isEvent whether the object is the value of a field
     */
    void beginPrefixedMessage(boolean isEvent, Shape ofShape) {
        if (prefixDepth != (isEvent ? PREFIX_DEPTH : 1) || lines.hasComments()) {
            beginMessage();
            if (isEvent) {
                push();
                current.layOutEvent();
                count = 1;
            }
            push();
            current.layOutBraces();
            prefixDepth = depth;
        }
        hasValue = true;
        depth = prefixDepth;
        current = levels[depth];
        current.setShape(ofShape);
        lineStarts = current.lineStarts();
        state = LayoutLevel.ENTRY;
        count = 0;
        lines.startAt(out.position);
    }

    /** Ends the objects of a prefix, and the message. */
    void endPrefixedMessage(boolean isEvent) {
        if (state != LayoutLevel.ENTRY
                || current.mode() != LayoutLevel.BRACES
                || depth != (isEvent ? PREFIX_DEPTH : 1)) {
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
        int index = out.position;
        array[index] = '\n';
        array[index + 1] = '}';
        array[index + 2] = '\n';
        out.position = index + 3;
        depth = 0;
        lineStarts = null; // so that a field outside of a message is an error
    }

    /** Opens the innermost object for direct fields, unless it has fields already. */
    void beginFields() {
        if (count == 0) {
            count = 1;
            LineWriter.put(out, '{');
            fieldsStart = out.position;
        }
    }

    /** Continues after fields that were written directly, either after a name or after a value. */
    void moveTo(int index, boolean isNamed) {
        out.position = index;
        state = isNamed ? LayoutLevel.VALUE : LayoutLevel.ENTRY;
        if (isNamed) {
            byte[] array = out.array;
            int line = index;
            while (array[line - 1] != '\n') {
                line--;
            }
            lines.startAt(line);
        } else if (index == fieldsStart) {
            out.position--;
            count = 0;
        }
    }

    private void writeName() {
        lines.startAt(out.position + 2);
        out.position = writePendingName(0);
    }

    private boolean writeField(int ordinal) {
        if (current.shapeNames() == null) {
            throw new IllegalStateException("the innermost object was begun without a shape");
        }
        byte[][] names = current.shapeNames().names();
        Ordinals.check(ordinal, names.length);
        byte[] name = names[ordinal];
        if (name == null) {
            return false;
        }
        field(name);
        return true;
    }

    /** Returns the indent of a block scalar's lines if one may come next, otherwise 0. */
    int blockIndent() {
        boolean isBlock = depth == 0
                || current.mode() == LayoutLevel.DASHES
                || current.mode() == LayoutLevel.BLOCK && state == LayoutLevel.VALUE;
        return style == LayoutStyle.BLOCK && isBlock ? current.indent() + 2 : 0;
    }

    /** Writes what precedes an entry, and its name. */
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
        int mode = current.mode();
        if (!current.isObject() || state != LayoutLevel.ENTRY || depth == 0) {
            throw new IllegalStateException("a field must be inside an object, and follow a value");
        }
        int number = count++;
        if (mode == LayoutLevel.BRACES) {
            out.ensure(1);
            out.array[out.position++] = (byte) (number > 0 ? ',' : '{');
            lines.nextLine(out, current.indent());
        } else if (mode == LayoutLevel.LINE) {
            out.ensure(2);
            if (number > 0) {
                out.array[out.position++] = ',';
                out.array[out.position++] = ' ';
            } else {
                out.array[out.position++] = '{';
            }
        } else if (number > 0) {
            lines.nextLine(out, current.indent());
        } else {
            beginBlock();
        }
        if ((number & 0xFF) == 0xFF) {
            limits.checkSize(out);
        }
    }

    /** Before the first entry or item in block style, starts a new line if it cannot be on the current one. */
    private void beginBlock() {
        boolean isInDashes = depth > 1 && levels[depth - 1].mode() == LayoutLevel.DASHES;
        if (!lines.hasComments() && !isTyped && (depth == 1 || isInDashes)) {
            return;
        }
        if (depth == 1 && !isTyped) {
            lines.writeComments(out, 0);
            return;
        }
        out.position--; // the space after the colon, dash or type
        lines.nextLine(out, current.indent());
    }

    /**
     * Writes what precedes a scalar.
     *
     * @param length approximate length of the scalar, because a long key needs a question mark
     */
    void beforeScalar(int length, boolean typed) {
        switch (state) {
            case LayoutLevel.VALUE -> state = LayoutLevel.ENTRY;
            case LayoutLevel.NAMED -> writeName();
            case LayoutLevel.KEY -> {
                // Escapes take up to six characters, and a type name comes in addition.
                if (typed || length > YamlNameEncoder.MAX_SIMPLE_KEY / 6 - 10) {
                    LineWriter.append(out, "? ");
                    state = LayoutLevel.LONG_KEY;
                }
            }
            default -> beforeItem(false);
        }
    }

    /** Writes what precedes an object or list, except for its type. */
    void beforeContainer(boolean typed) {
        switch (state) {
            case LayoutLevel.VALUE -> state = LayoutLevel.ENTRY;
            case LayoutLevel.NAMED -> writeName();
            case LayoutLevel.KEY -> {
                LineWriter.append(out, "? ");
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
            lineStarts = current.lineStarts();
            if (current.shapeNames().longest() > limits.maxNameBytes) {
                throw limits.nameTooLong("name");
            }
        }
    }

    /** @param asSet whether the items become the keys of an object */
    void beginList(boolean asSet) {
        current.setSet(asSet);
        current.layOutList(style, levels[depth - 1], depth == 1);
        if (current.mode() != LayoutLevel.DASHES) {
            LineWriter.put(out, asSet ? '{' : '[');
        }
    }

    void endObject() {
        LayoutLevel level = current;
        if (depth == fence && depth > 0) {
            throw NestingGuard.notBegunHere();
        }
        if (depth == 0 || !level.isObject() || state != LayoutLevel.ENTRY) {
            throw new IllegalStateException("no object is begun, or its last field has no value");
        }
        if (count == 0) {
            LineWriter.append(out, "{}");
        } else if (level.mode() == LayoutLevel.BRACES) {
            lines.writeCommentsAfter(out, level.indent());
            lines.breakLine(out, level.indent() - 2);
            LineWriter.put(out, '}');
        } else if (level.mode() == LayoutLevel.LINE) {
            LineWriter.put(out, '}');
        }
        pop();
        afterValue();
    }

    void endList() {
        LayoutLevel level = current;
        if (depth == 0 || level.isObject()) {
            throw new IllegalStateException("no list is begun");
        }
        if (level.mode() == LayoutLevel.DASHES) {
            LineWriter.append(out, count > 0 ? "" : level.isSet() ? "{}" : "[]");
        } else {
            if (level.isBroken()) {
                lines.writeCommentsAfter(out, level.indent());
                lines.breakLine(out, level.indent() - 2);
            }
            LineWriter.put(out, level.isSet() ? '}' : ']');
        }
        pop();
        afterValue();
    }

    /** Writes what follows a value: the colon, if it was a key. */
    void afterValue() {
        if (state == LayoutLevel.KEY) {
            LineWriter.append(out, ": ");
            state = LayoutLevel.VALUE;
        } else if (state == LayoutLevel.LONG_KEY) {
            if (current.mode() == LayoutLevel.BLOCK) {
                lines.nextLine(out, current.indent());
                LineWriter.append(out, ": ");
            } else {
                LineWriter.append(out, " : ");
            }
            state = LayoutLevel.VALUE;
        }
    }

    /** Writes what precedes an item of a list, or the message's value. */
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
        if (level.mode() == LayoutLevel.DASHES) {
            if (number == 0) {
                beginBlock();
            } else {
                lines.nextLine(out, current.indent());
            }
            LineWriter.append(out, level.isSet() ? "? " : "- ");
            if ((number & 0xFF) == 0xFF) {
                limits.checkSize(out);
            }
            return;
        }
        if (level.mode() == LayoutLevel.LINE_LIST) {
            LineWriter.append(out, number > 0 ? ", " : "");
        } else {
            separateItems(number, container);
        }
        if (level.isSet()) {
            LineWriter.append(out, "? ");
        }
    }

    private void separateItems(int number, boolean container) {
        if (number > 0) {
            LineWriter.append(out, ",");
        }
        if (container || current.isBroken() || lines.isLong(out)) {
            lines.nextLine(out, current.indent());
            current.breakIf(container);
        } else if (number > 0) {
            LineWriter.append(out, " ");
        }
        if ((number & 0xFF) == 0xFF) {
            limits.checkSize(out);
        }
    }

    /** Enters an object or list whose layout is not chosen yet. */
    private void push() {
        current.suspend(state, count);
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

    private void pop() {
        current = levels[--depth];
        state = current.state();
        count = current.count();
        lineStarts = current.lineStarts();
        if (depth < prefixDepth) {
            prefixDepth = 0; // later calls may change the levels of the prefix
        }
    }
}
