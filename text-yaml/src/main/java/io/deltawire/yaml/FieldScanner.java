package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;

/**
 * Finds the fields of a shape by their ordinals: a name that comes in the shape's order, with the same between it and the
 * value before as the last time, is compared by the word and is no token. Not thread-safe.
 */
final class FieldScanner extends Scanner {
    /** What {@link #nextField} returns where the ordinary way has to be taken. */
    static final int NO_FIELD = -4;

    /** The place of names that cannot be compared in the array: beyond its end. */
    static final int NOWHERE = Integer.MAX_VALUE;

    FieldScanner(WireLimits limits) {
        super(limits);
    }

    /**
     * Reads the next key as an ordinal of a shape.
     *
     * @return the ordinal, {@link WireIn#UNKNOWN} where the name is another, which is pending then, {@link WireIn#END}, or
     *     {@link #NO_FIELD} where the ordinary way has to be taken
     */
    int nextField(Shape shape) {
        if (pending || unknown || valueNext || keyValueNext || level != BRACES && level != BLOCK) {
            return NO_FIELD;
        }
        if (isAtLastBrace()) {
            lines++;
            pos += 2;
            return endOfFields();
        }
        SeenNames of = seenHere;
        int expected = of.expect(shape);
        int at = nextKey();
        if (at < 0) {
            return at == UNKNOWN ? unknownField() : endOfFields();
        }
        if (expected >= 0) {
            ShapeNames.Texts encoded = shape.get(ShapeNames.OF_SHAPE).plain;
            int length = encoded.lengths[expected];
            int after = at + length;
            if (length != 0 && after <= end && a.length - after >= 7 && encoded.isAt(a, at, expected)) {
                of.sawExpected();
                pos = after;
                valueNext = true;
                count++;
                return expected;
            }
        }
        return otherField(shape, at);
    }

    /** Whether there is nothing but the brace of an outermost object on the next line, as our own writer has it. */
    private boolean isAtLastBrace() {
        return level == BRACES && !first && pos + 1 < end && a[pos] == '\n' && a[pos + 1] == '}';
    }

    /** Takes the end of the object whose last field {@link #nextField} has found; false where that is not what comes. */
    boolean takeEnd() {
        if (pending && code == END_OBJECT) {
            pending = false;
            return true;
        }
        return false;
    }

    /** The names of a shape as they are likely to stand in the object just entered. */
    Shape.Attachment<byte[][]> names() {
        int at = pos;
        if (first && end - at > 3 && a[at] == '\n' && a[at + 1] == ' ' && a[at + 2] == ' ' && a[at + 3] > ' ') {
            return ShapeNames.bytesOfShape(2);
        }
        int indent = 0;
        if (nextName() != NOWHERE && pos < end && a[pos] == '\n') {
            while (pos + 1 + indent < end && a[pos + 1 + indent] == ' ') {
                indent++;
            }
        }
        Shape.Attachment<byte[][]> names = indent == 0 ? null : ShapeNames.bytesOfShape(indent);
        return names == null ? ShapeNames.bytesOfShape(2) : names;
    }

    /** Where the next name in braces should begin, with the comma before it; or {@link #NOWHERE}. */
    int nextName() {
        boolean isName = !pending && !unknown && !valueNext && !keyValueNext && level == BRACES;
        return isName && limits.maxNameBytes() >= ShapeNames.LEAST_LIMIT ? pos : NOWHERE;
    }

    /**
     * Goes to an index of the innermost object, past fields of a shape in its order, a line each.
     *
     * @param at where the value of a field begins, or where the next name should
     * @param ordinal of that field
     */
    void moveTo(int at, Shape shape, int ordinal, boolean isNamed) {
        int found = isNamed ? ordinal + 1 : ordinal;
        int more = found - seenHere.inOrder();
        if (found > 0) {
            seenHere.sawFirst(shape, found);
            first = false;
        }
        count += isNamed ? 2L * more - 1 : 2L * more;
        lines += more;
        pos = at;
        valueNext = isNamed;
        type = null;
        tag = null;
    }

    /** As {@link #entry}, for an object whose entries are parted in the same way each. */
    private int nextKey() {
        int start = pos;
        int after = gap.after(a, start, end);
        if (after >= 0) {
            lines += gap.lines;
            return after;
        }
        boolean learn = !first;
        int at = entry();
        if (learn) {
            gap.learn(a, start, at);
        }
        return at;
    }

    private int unknownField() {
        unknown = true;
        return NO_FIELD;
    }

    private int endOfFields() {
        code = close(END_OBJECT);
        type = null;
        tag = null;
        pending = true;
        count++;
        return WireIn.END;
    }

    /** A field that is not the expected one. */
    private int otherField(Shape shape, int at) {
        type = null;
        tag = null;
        int scanned = key(at);
        if (scanned == UNKNOWN) {
            return unknownField();
        }
        code = scanned;
        count++;
        if (scanned == FIELD) {
            int ordinal = shape.ordinal(name);
            if (ordinal >= 0) {
                return ordinal;
            }
        }
        pending = true;
        return WireIn.UNKNOWN;
    }
}
