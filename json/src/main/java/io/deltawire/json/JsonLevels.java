package io.deltawire.json;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.Printable;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * The objects and lists that the place in the message is inside of, and the names that each object has had. Fields of a
 * shape that come in its order are found here, by their bytes.
 */
abstract class JsonLevels extends JsonWindow {
    // What is expected at p.
    static final int VALUE = 0;
    static final int FIRST = 1;
    static final int NEXT = 2;

    // Kinds of level.
    static final byte OBJECT = 0;
    static final byte LIST = 1;
    /** {@code {"@Type":value}}. */
    static final byte WRAPPER = 2;
    /** An object with one entry whose name has an additional '@' in front. */
    static final byte ESCAPED = 3;

    private static final int MAX_SHAPES = 256;

    final JsonNameTable names;
    private final IdentityHashMap<Shape, ExpectedNames> shapes = new IdentityHashMap<>();
    final boolean rejectsDuplicates;

    int state;

    byte[] kinds = new byte[8];
    private long[] objects = new long[8];
    private int[] overwrites = new int[8];
    // By level: what the fields below are for the innermost one.
    private ExpectedNames[] expected = new ExpectedNames[8];
    private int[] ordinals = new int[8];
    private boolean[] notes = new boolean[8];

    /** By level: the name found last that was looked up; the next object there is likely to begin with it. */
    private JsonName[] lastNames = new JsonName[8];

    private int generation;

    /** Whether fields may be taken straight from the array: where no limit forbids a name or number of ordinary length. */
    final boolean isStraight;

    int level;
    int depth;

    /** The names that the innermost object is expected to have, or null where nothing is known. */
    private ExpectedNames wanted;

    /** The ordinal that its next field should have. */
    private int ordinal;

    /**
     * Whether names are noted as they come. As long as the fields of a shape come in its order from the first on, none
     * can be there twice, and nothing is noted.
     */
    private boolean isNoting;

    /** Where the token found last begins. */
    long tokenOffset;

    JsonLevels(InputBuffer in, WireLimits limits, boolean rejectsDuplicates) {
        super(in, limits);
        this.rejectsDuplicates = rejectsDuplicates;
        this.isStraight = limits.maxNameBytes() >= JsonNames.LEAST_LIMIT
                && limits.maxNumberChars() >= NumberReader.MOST_SHORT_CHARS;
        this.names = new JsonNameTable(2 * limits.maxKeys());
    }

    /** Begins a message: leaves all levels. */
    final void leaveAll() {
        level = -1;
        depth = 0;
        state = VALUE;
        wanted = null;
        beginNames();
    }

    private void beginNames() {
        names.beginMessage();
        if (names.generation() != generation) {
            generation = names.generation();
            Arrays.fill(lastNames, null);
        }
    }

    /**
     * Leaves all levels behind the braces that close them, which begin at an index: objects all of them. False where
     * something else stands there, or a comma before them, and nothing is left.
     */
    final boolean closeAll(int at) {
        int count = level + 1;
        if (end - at < count || a[at - 1] == ',') {
            return false;
        }
        for (int i = at + count - 1; i >= at; i--) {
            if (a[i] != '}') {
                return false;
            }
        }
        p = at + count;
        tokenOffset = in.offset(p - 1);
        level = -1;
        depth = 0;
        wanted = null;
        state = NEXT;
        return true;
    }

    /**
     * The index behind the message and the blanks after it, where nothing but the brackets that close it comes next and all of them
     * are in the window; else -1.
     */
    final int endInSight() {
        if (state != NEXT) {
            return -1;
        }
        int i = passBlanks(p);
        for (int open = level; open >= 0; open--) {
            if (i == end || a[i] != (kinds[open] == LIST ? ']' : '}')) {
                return -1;
            }
            i = passBlanks(i + 1);
        }
        return i;
    }

    private int passBlanks(int from) {
        int i = from;
        while (i < end && isBlank(a[i])) {
            i++;
        }
        return i;
    }

    /** Enters the objects again that {@link #closeAll} has left; not where names are noted. */
    final void enterAgain(int innermost, int objects) {
        beginNames();
        level = innermost;
        depth = objects;
        wanted = expected[innermost];
        ordinal = 0;
        isNoting = false;
        state = FIRST;
    }

    /** The name that was last looked up in an object of this level, or null. */
    final JsonName lastName() {
        return lastNames[level];
    }

    final void noteLastName(JsonName found) {
        lastNames[level] = found;
    }

    /** Enters an object or list. */
    final void push(byte kind) {
        if (depth == limits.maxDepth()) {
            throw malformed(
                    "expected at most " + limits.maxDepth()
                            + " objects and lists inside one another but there are more",
                    in.index(tokenOffset));
        }
        depth++;
        pushLevel(kind);
        if (kind != LIST && rejectsDuplicates) {
            objects[level] = names.beginObject();
            overwrites[level] = names.overwrites();
        }
    }

    /** Enters the object that a type name makes around its value. */
    final void pushWrapper() {
        pushLevel(WRAPPER);
    }

    private void pushLevel(byte kind) {
        if (level >= 0) {
            ordinals[level] = ordinal;
            notes[level] = isNoting;
        }
        if (++level == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * level);
            objects = Arrays.copyOf(objects, 2 * level);
            overwrites = Arrays.copyOf(overwrites, 2 * level);
            ordinals = Arrays.copyOf(ordinals, 2 * level);
            expected = Arrays.copyOf(expected, 2 * level);
            notes = Arrays.copyOf(notes, 2 * level);
            lastNames = Arrays.copyOf(lastNames, 2 * level);
        }
        kinds[level] = kind;
        wanted = kind == OBJECT ? expected[level] : null;
        ordinal = 0;
        isNoting = false;
        state = FIRST;
    }

    /** Leaves the innermost level. */
    final void pop() {
        byte kind = kinds[level];
        if (kind != WRAPPER) {
            depth--;
            if (kind != LIST && rejectsDuplicates) {
                names.endObject(overwrites[level]);
            }
        }
        dropLevel();
        state = NEXT;
    }

    /** Leaves the innermost level as if it had not been entered. */
    final void dropLevel() {
        level--;
        wanted = null;
        if (level >= 0) {
            wanted = kinds[level] == OBJECT ? expected[level] : null;
            ordinal = ordinals[level];
            isNoting = notes[level];
        }
    }

    /** Notes that the innermost object has a name, which is an error where it had it before. */
    final void noteName(JsonName noted) {
        if (!rejectsDuplicates || kinds[level] == WRAPPER) {
            return;
        }
        if (!isNoting) {
            noteFields();
        }
        if (names.isFull()) {
            throw malformed(
                    "expected at most " + 2 * limits.maxKeys() + " different names in one message but there are more",
                    in.index(tokenOffset));
        }
        if (!names.note(noted, objects[level])) {
            throw malformed(
                    "expected each name once in an object but " + Printable.quote(noted.text) + " is given twice",
                    in.index(tokenOffset));
        }
    }

    /** Notes the fields that came in order, since others come now. */
    private void noteFields() {
        isNoting = true;
        for (int i = 0; i < ordinal; i++) {
            names.note(expected[level].name(i, names), objects[level]);
        }
    }

    /**
     * Takes the name of the next entry, and what stands between the entry before and it, where it is the one that comes
     * next in the shape.
     *
     * @return its ordinal, or -1 where nothing was taken
     */
    final int nextField(Shape shape) {
        ExpectedNames fields = wanted;
        int next = ordinal;
        if (fields == null || fields.shape != shape) {
            return expect(shape) ? nextField(shape) : -1;
        }
        byte[] bytes = a;
        int i = p;
        long mask = -1;
        if (state != NEXT) {
            // What stands before is the brace.
            i--;
            mask = ~0xFFL;
        } else if (i + 1 < end && bytes[i + 1] == ' ' && bytes[i] == ',') {
            i++;
            mask = ~0xFFL;
        }
        if (next >= fields.count || isNoting && rejectsDuplicates || state == VALUE) {
            return -1;
        }
        int after = fields.match(next, bytes, i, mask);
        if (after > end || after < 0) {
            return -1;
        }
        p = after;
        state = VALUE;
        ordinal = next + 1;
        return next;
    }

    /** Where the next name should begin, without blanks; or {@link JsonFieldDecoder#NOWHERE}. */
    final int nextName() {
        if (!isStraight || state == VALUE) {
            return JsonFieldDecoder.NOWHERE;
        }
        if (state == FIRST) {
            return p;
        }
        return p < end && a[p] == ',' ? p + 1 : JsonFieldDecoder.NOWHERE;
    }

    /**
     * Goes to an index of the innermost object.
     *
     * @param at where the value of a field begins or the next name should; a comma before it is taken back
     * @param found the ordinal of that field of the shape; those before it have been found, in order
     */
    final void moveTo(int at, Shape shape, int found, boolean isNamed) {
        if (wanted == null || wanted.shape != shape) {
            ordinal = 0;
            expect(shape);
        }
        ordinal = isNamed ? found + 1 : found;
        if (isNamed) {
            p = at;
            state = VALUE;
        } else {
            // Behind the brace there is no comma.
            p = found > 0 && a[at - 1] == ',' ? at - 1 : at;
            state = found > 0 ? NEXT : FIRST;
        }
    }

    /** Expects the fields of a shape in the innermost object from now on; false where it cannot have fields in order. */
    private boolean expect(Shape shape) {
        if (level < 0 || kinds[level] != OBJECT) {
            return false;
        }
        if (ordinal > 0 && !isNoting && rejectsDuplicates) {
            noteFields();
        }
        ExpectedNames fields = shapes.get(shape);
        if (fields == null) {
            if (shapes.size() == MAX_SHAPES) {
                shapes.clear();
            }
            fields = new ExpectedNames(shape);
            shapes.put(shape, fields);
        }
        expected[level] = fields;
        wanted = fields;
        return true;
    }

    /** Notes that a field was found by its name: the one after it in the shape should come next. */
    final void foundField(int found) {
        ordinal = found + 1;
    }

    final void checkName(int bytes) {
        if (bytes > limits.maxNameBytes()) {
            throw tooLong("name", limits.maxNameBytes(), "bytes", bytes);
        }
    }

    final void checkText(int chars) {
        if (chars > limits.maxTextChars()) {
            throw tooLong("text", limits.maxTextChars(), "characters", chars);
        }
    }

    final void checkNumber(int chars) {
        if (chars > limits.maxNumberChars()) {
            throw tooLong("number", limits.maxNumberChars(), "characters", chars);
        }
    }

    private MalformedWireException tooLong(String what, int max, String unit, int found) {
        return malformed(
                "expected a " + what + " of at most " + max + " " + unit + " but it has " + found,
                in.index(tokenOffset));
    }
}
