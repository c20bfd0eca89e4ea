package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.yaml.YamlFormat.Style;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts the line breaks, indents, commas, braces and dashes between the scalars of a message, in one of the styles of
 * {@link YamlFormat.Style}. In the default one the outermost object, if it has no type name, is in block style; other
 * objects are in braces with a field a line; a list of scalars is on one line, broken where it gets long; objects and lists
 * within a list take a line each.
 */
final class Layout {
    /** An object without braces, a field a line: the outermost one without a type name, or any in block style. */
    private static final int BLOCK = 0;

    /** An object in braces with a field a line. */
    private static final int BRACES = 1;

    /** An object in braces on one line. */
    private static final int LINE = 2;

    /** A list that may take more than one line. */
    private static final int LIST = 3;

    /** A list on one line. */
    private static final int LINE_LIST = 4;

    /** A list with a dash in front of each item. */
    private static final int DASHES = 5;

    /** An entry must come next. */
    private static final int ENTRY = 0;

    /** The value of an entry must come next. */
    private static final int VALUE = 1;

    /** A key must come next. */
    private static final int KEY = 2;

    /** A key that a question mark stands in front of must end. */
    private static final int LONG_KEY = 3;

    /** The value of a field of the shape must come next, and the field's name is not written yet. */
    private static final int NAMED = 4;

    private static final int MAX_COLUMN = 100;

    /** The objects that the head of an event opens. */
    private static final int HEAD_DEPTH = 2;

    private final OutputBuffer out;
    private final WireLimits limits;
    private final Style style;
    private final List<String> comments = new ArrayList<>();
    private boolean hasComments;
    private int depth;
    private int mode;
    private int state;
    private int count;
    private int indent;
    private ShapeNames shapeNames;
    private Shape shape;

    /** The names of the shape with what stands before them in braces; or null where fields begin in another way. */
    private ShapeNames.Texts lines;

    /** The field to be written with its value. */
    private int named;

    private int lineStart;

    /** Where the first name goes in the object that {@link #beginFields} was called for last. */
    private int fieldsStart;

    /** How many levels are kept as {@link #beginHead} wants them; 0 for none. */
    private int headDepth;

    private Level[] levels = {new Level(), new Level(), new Level(), new Level()};
    private boolean hasValue = true;
    private boolean broken;
    private boolean isTyped;

    /** Whether the innermost list is a set, which is an object of keys without values. */
    private boolean isSet;

    /** What is kept of a container while another one inside it is written. */
    private static final class Level {
        int mode;
        int state;
        int count;
        int indent;
        boolean broken;
        boolean isSet;
        ShapeNames shapeNames;
        Shape shape;
        ShapeNames.Texts lines;
    }

    Layout(OutputBuffer out, WireLimits limits, Style style) {
        this.out = out;
        this.limits = limits;
        this.style = style;
    }

    /** Begins a message. */
    void begin() {
        headDepth = 0;
        depth = 0;
        mode = LIST;
        state = ENTRY;
        count = 0;
        indent = 0;
        broken = false;
        isSet = false;
        shapeNames = null;
        shape = null;
        lines = null;
        hasValue = false;
        comments.clear();
        hasComments = false;
        lineStart = out.position;
    }

    /** Ends a message. */
    void end() {
        if (depth > 0 || !hasValue) {
            throw new IllegalStateException(depth > 0 ? "an object or list is not ended" : "the message has no value");
        }
        out.ensure(1);
        out.array[out.position++] = '\n';
        writeComments(0);
    }

    /** Keeps a comment for the next line that begins with an entry. */
    void comment(String text) {
        comments.addAll(text.lines().toList());
        hasComments = !comments.isEmpty();
    }

    /** True where the next value is a key. */
    boolean expectsKey() {
        return state == KEY;
    }

    Shape shape() {
        return shape;
    }

    /**
     * Goes to a field of the innermost object's shape: its name is written here, or together with its value.
     *
     * @return false where the name is none that is written in front of a colon; nothing is written then
     */
    boolean field(int ordinal) {
        ShapeNames.Texts texts = lines;
        if (texts == null || state != ENTRY || hasComments || texts.lengths[ordinal] == 0) {
            return anyField(ordinal);
        }
        named = ordinal;
        state = NAMED;
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
        if (state != NAMED) {
            return -1;
        }
        ShapeNames.Texts texts = lines;
        int ordinal = named;
        out.ensure(texts.lengths[ordinal] + Long.BYTES + room);
        byte[] array = out.array;
        int at = out.position;
        int after = texts.copy(ordinal, array, at);
        state = ENTRY;
        if (count++ == 0) {
            array[at] = '{';
        } else if ((count & 0xFF) == 0) {
            checkSize();
        }
        return after;
    }

    /** Whether what stands before each name of the object just begun is always the same, and names may be of a usual length. */
    boolean takesFields() {
        return mode == BRACES
                && count == 0
                && state == ENTRY
                && !hasComments
                && limits.maxNameBytes() >= ShapeNames.LEAST_LIMIT
                && names() != null;
    }

    /** The names of a shape as they stand in the innermost object; null where they are not always the same. */
    Shape.Attachment<byte[][]> names() {
        return ShapeNames.bytesOfShape(indent);
    }

    /** Whether {@link #beginHead} can be used. */
    boolean hasHeads() {
        return style == Style.BRACES && limits.maxDepth() >= HEAD_DEPTH;
    }

    /**
     * Begins a message whose head is written: an object with a type name, or one as the value of the only field.
     *
     * @param isEvent whether it is the value of a field
     */
    void beginHead(boolean isEvent, Shape ofShape) {
        if (headDepth != (isEvent ? HEAD_DEPTH : 1) || hasComments) {
            begin();
            keep(levels[0]);
            if (isEvent) {
                mode = BLOCK;
                count = 1;
                keep(levels[1]);
            }
            headDepth = isEvent ? HEAD_DEPTH : 1;
        }
        hasValue = true;
        depth = headDepth;
        mode = BRACES;
        state = ENTRY;
        count = 0;
        indent = 2;
        broken = false;
        if (shape != ofShape || lines == null) {
            shape = ofShape;
            shapeNames = ofShape.get(ShapeNames.OF_SHAPE);
            lines = shapeNames.lines(indent);
        }
        lineStart = out.position;
    }

    /** Ends the objects of a head, and the message. */
    void endHead(boolean isEvent) {
        if (state != ENTRY || mode != BRACES || depth != (isEvent ? HEAD_DEPTH : 1)) {
            throw new IllegalStateException("an object or list is not ended");
        }
        if (count == 0 || hasComments) {
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
    }

    /** Begins the fields of the innermost object, unless some are written. */
    void beginFields() {
        if (count == 0) {
            count = 1;
            put('{');
            fieldsStart = out.position;
        }
    }

    /** Goes on after fields that were put into the array: after the name of one, or after the value of one. */
    void moveTo(int at, boolean isNamed) {
        out.position = at;
        state = ENTRY;
        if (isNamed) {
            state = VALUE;
            byte[] array = out.array;
            int line = at;
            while (array[line - 1] != '\n') {
                line--;
            }
            lineStart = line;
        } else if (at == fieldsStart) {
            out.position--;
            count = 0;
        }
    }

    private void writeName() {
        lineStart = out.position + 2;
        out.position = nameAt(0);
    }

    private boolean anyField(int ordinal) {
        if (shapeNames == null) {
            throw new IllegalStateException("the innermost object was begun without a shape");
        }
        byte[] name = shapeNames.names[ordinal];
        if (name == null) {
            return false;
        }
        field(name);
        return true;
    }

    /** The indent of the lines of a block scalar, if one may come next; or 0. */
    int blockIndent() {
        boolean isBlock = depth == 0 || mode == DASHES || mode == BLOCK && state == VALUE;
        return style == Style.BLOCK && isBlock ? indent + 2 : 0;
    }

    /** Writes what stands before an entry, and its name. */
    void field(byte[] name) {
        beforeEntry();
        out.ensure(name.length);
        System.arraycopy(name, 0, out.array, out.position, name.length);
        out.position += name.length;
        state = VALUE;
    }

    void key() {
        beforeEntry();
        state = KEY;
    }

    private void beforeEntry() {
        if (mode > LINE || state != ENTRY || depth == 0) {
            throw new IllegalStateException("a field must be inside an object, and follow a value");
        }
        int number = count++;
        if (mode == BRACES) {
            out.ensure(1);
            out.array[out.position++] = (byte) (number > 0 ? ',' : '{');
            newLine();
        } else if (mode == LINE) {
            out.ensure(2);
            if (number > 0) {
                out.array[out.position++] = ',';
                out.array[out.position++] = ' ';
            } else {
                out.array[out.position++] = '{';
            }
        } else if (number > 0) {
            newLine();
        } else {
            beginBlock();
        }
        if ((number & 0xFF) == 0xFF) {
            checkSize();
        }
    }

    /** Before the first entry of an object or list in block style: on the line that it begins on, or on a new one. */
    private void beginBlock() {
        boolean isInDashes = depth > 1 && levels[depth - 1].mode == DASHES;
        if (!hasComments && !isTyped && (depth == 1 || isInDashes)) {
            return;
        }
        if (depth == 1 && !isTyped) {
            writeComments(0);
            return;
        }
        out.position--; // the space after the colon, dash or type
        newLine();
    }

    /**
     * Writes what stands before a scalar.
     *
     * @param length of the scalar, roughly: a long key needs a question mark
     */
    void beforeScalar(int length, boolean typed) {
        switch (state) {
            case VALUE -> state = ENTRY;
            case NAMED -> writeName();
            case KEY -> {
                // Escapes take up to six characters, a type name comes on top.
                if (typed || length > Names.MAX_SIMPLE_KEY / 6 - 10) {
                    append("? ");
                    state = LONG_KEY;
                }
            }
            default -> beforeItem(false);
        }
    }

    /** Writes what stands before an object or list, except for its type. */
    void beforeContainer(boolean typed) {
        switch (state) {
            case VALUE -> state = ENTRY;
            case NAMED -> writeName();
            case KEY -> {
                append("? ");
                state = LONG_KEY;
            }
            default -> beforeItem(true);
        }
        if (depth == limits.maxDepth()) {
            throw new WireDataException(
                    YamlFormat.NAME,
                    "expected at most " + limits.maxDepth()
                            + " objects and lists inside one another but there are more",
                    null);
        }
        push();
        isTyped = typed;
    }

    void beginObject(Shape ofShape) {
        Level parent = levels[depth - 1];
        if (isOnOneLine(parent)) {
            mode = LINE;
        } else if (style == Style.BLOCK || depth == 1 && !isTyped) {
            mode = BLOCK;
            indent = depth == 1 ? 0 : parent.indent + 2;
        } else {
            mode = BRACES;
            indent = parent.indent + 2;
        }
        if (ofShape != null) {
            shape = ofShape;
            shapeNames = ofShape.get(ShapeNames.OF_SHAPE);
            lines = mode == BRACES ? shapeNames.lines(indent) : null;
        }
    }

    private boolean isOnOneLine(Level parent) {
        if (style == Style.LINE) {
            return true;
        }
        boolean inLine = parent.mode == LINE || parent.mode == LIST || parent.mode == LINE_LIST;
        return depth > 1 && (inLine || parent.state == LONG_KEY);
    }

    /** @param asSet whether the items are to be the keys of an object */
    void beginList(boolean asSet) {
        Level parent = levels[depth - 1];
        isSet = asSet;
        boolean oneLine = isOnOneLine(parent);
        if (!oneLine && style == Style.BLOCK) {
            mode = DASHES;
            indent = depth == 1 ? 0 : parent.indent + 2;
            return;
        }
        mode = oneLine ? LINE_LIST : LIST;
        indent = parent.indent + 2;
        put(isSet ? '{' : '[');
    }

    void endObject() {
        if (depth == 0 || mode > LINE || state != ENTRY) {
            throw new IllegalStateException("no object is begun, or its last field has no value");
        }
        if (count == 0) {
            append("{}");
        } else if (mode == BRACES) {
            endLine();
            breakLine(indent - 2);
            put('}');
        } else if (mode == LINE) {
            put('}');
        }
        pop();
        afterValue();
    }

    void endList() {
        if (depth == 0 || mode < LIST) {
            throw new IllegalStateException("no list is begun");
        }
        if (mode == DASHES) {
            append(count > 0 ? "" : isSet ? "{}" : "[]");
        } else {
            if (broken) {
                endLine();
                breakLine(indent - 2);
            }
            put(isSet ? '}' : ']');
        }
        pop();
        afterValue();
    }

    /** Writes what stands after a value: the colon, where it was a key. */
    void afterValue() {
        if (state == KEY) {
            append(": ");
            state = VALUE;
        } else if (state == LONG_KEY) {
            if (mode == BLOCK) {
                newLine();
                append(": ");
            } else {
                append(" : ");
            }
            state = VALUE;
        }
    }

    /** Checks what is written of the message against the limit. */
    void checkSize() {
        if (out.messageLength() > limits.maxMessageBytes()) {
            throw new WireDataException(
                    YamlFormat.NAME,
                    "expected a message of at most " + limits.maxMessageBytes() + " bytes but it has more",
                    null);
        }
    }

    /** Before an item of a list, or the message's value. */
    private void beforeItem(boolean container) {
        if (depth == 0) {
            if (hasValue) {
                throw new IllegalStateException("no message is begun, or it has a value already");
            }
            hasValue = true;
            writeComments(0);
            return;
        }
        if (mode <= LINE) {
            throw new IllegalStateException("a value inside an object needs a name");
        }
        int number = count++;
        if (mode == DASHES) {
            if (number == 0) {
                beginBlock();
            } else {
                newLine();
            }
            append(isSet ? "? " : "- ");
            if ((number & 0xFF) == 0xFF) {
                checkSize();
            }
            return;
        }
        if (mode == LINE_LIST) {
            append(number > 0 ? ", " : "");
        } else {
            goToItem(number, container);
        }
        if (isSet) {
            append("? ");
        }
    }

    private void goToItem(int number, boolean container) {
        if (number > 0) {
            append(",");
        }
        if (container || broken || out.position - lineStart > MAX_COLUMN) {
            newLine();
            broken |= container;
        } else if (number > 0) {
            append(" ");
        }
        if ((number & 0xFF) == 0xFF) {
            checkSize();
        }
    }

    /** Goes to a new line, at the indent of the innermost container's entries, and writes the comments kept. */
    private void newLine() {
        endLine();
        breakLine(indent);
    }

    /** Ends a line with the comments kept, each on a line of its own, and without the last line break. */
    private void endLine() {
        if (hasComments) {
            put('\n');
            writeComments(indent);
            out.position--;
        }
    }

    private void breakLine(int spaces) {
        out.ensure(spaces + 1);
        byte[] array = out.array;
        int at = out.position;
        array[at++] = '\n';
        lineStart = at;
        for (int i = 0; i < spaces; i++) {
            array[at++] = ' ';
        }
        out.position = at;
    }

    /** Writes the comments kept, a line each; the position is at the start of a line, before and after. */
    private void writeComments(int spaces) {
        if (!hasComments) {
            lineStart = out.position;
            return;
        }
        for (String comment : comments) {
            out.ensure(spaces + 2);
            for (int i = 0; i < spaces; i++) {
                out.array[out.position++] = ' ';
            }
            out.array[out.position++] = '#';
            out.array[out.position++] = ' ';
            TextOut.writeComment(out, comment);
            put('\n');
        }
        comments.clear();
        hasComments = false;
        lineStart = out.position;
    }

    private void push() {
        if (depth == levels.length) {
            levels = Arrays.copyOf(levels, 2 * depth);
            for (int i = depth; i < levels.length; i++) {
                levels[i] = new Level();
            }
        }
        keep(levels[depth++]);
        state = ENTRY;
        count = 0;
        broken = false;
        isSet = false;
        shapeNames = null;
        shape = null;
        lines = null;
    }

    private void keep(Level level) {
        level.mode = mode;
        level.state = state;
        level.count = count;
        level.indent = indent;
        level.broken = broken;
        level.isSet = isSet;
        level.shapeNames = shapeNames;
        level.shape = shape;
        level.lines = lines;
    }

    private void pop() {
        Level level = levels[--depth];
        mode = level.mode;
        state = level.state;
        count = level.count;
        indent = level.indent;
        broken = level.broken;
        isSet = level.isSet;
        shapeNames = level.shapeNames;
        shape = level.shape;
        lines = level.lines;
    }

    private void put(char ascii) {
        out.ensure(1);
        out.array[out.position++] = (byte) ascii;
    }

    private void append(String ascii) {
        out.ensure(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            out.array[out.position++] = (byte) ascii.charAt(i);
        }
    }
}
