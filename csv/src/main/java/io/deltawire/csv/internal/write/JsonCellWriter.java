package io.deltawire.csv.internal.write;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.internal.json.JsonStringEncoder;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.internal.json.TypeKeyEscaping;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes one value as JSON text (RFC 8259) for a cell, by the rules of the JSON wire. A type name makes {@code
 * {"@dw:Type":value}}, and a name that could be taken for a type name gets another {@code @} in front. Bytes become
 * base64, temporals their ISO text, NaN and the infinities their names. Not thread-safe.
 */
public final class JsonCellWriter {
    final OutputBuffer out = OutputBuffer.inMemory();
    private final WireLimits limits;
    private final Nesting nesting;
    private final int[] types;
    private Shape[] shapes = new Shape[8];
    private int pendingTypes;
    /** By depth: what {@link TypeKeyEscaping#escapeWrittenName} returned for the last name of the object. */
    private final int[] marks;

    private boolean first = true;
    private boolean named;
    private String path = "$";

    JsonCellWriter(WireLimits limits) {
        this.limits = limits;
        this.nesting = new Nesting(limits.maxDepth());
        this.types = new int[limits.maxDepth() + 1];
        this.marks = new int[limits.maxDepth() + 1];
    }

    /**
     * Begins a value.
     *
     * @param depth the number of levels of the record that the cell is in
     */
    void begin(String atPath, int depth) {
        out.clear();
        nesting.clear();
        for (int i = 0; i < depth; i++) {
            nesting.pushObject();
        }
        path = atPath;
        pendingTypes = 0;
        named = true; // the column is the name
        first = true;
    }

    /** The number of open objects and lists, those of the record included. */
    int depth() {
        return nesting.depth();
    }

    /** Whether an object or list is open that began below this depth of the record. */
    boolean isInside(int depth) {
        return nesting.depth() > depth;
    }

    /** The path to the present value. */
    String path(int depth) {
        return path + nesting.path().substring(1);
    }

    void type(String name) {
        if (Utf8.length(name) > limits.maxNameBytes()) {
            throw error("type name longer than " + limits.maxNameBytes() + " bytes");
        }
        if (!TypeKeyEscaping.isTypeName(name)) {
            throw error("expected a type name that is not empty and begins with none of @dw: { [ but was "
                    + Printable.quote(name));
        }
        if (pendingTypes > 0) {
            throw twoTypes(name);
        }
        separate();
        out.ensure(1);
        put('{');
        checkText(name);
        JsonStringEncoder.appendQuoted(out, JsonSyntax.MARK + name, false);
        out.ensure(1);
        put(':');
        pendingTypes++;
        named = true;
    }

    static IllegalStateException twoTypes(String name) {
        return new IllegalStateException("a second type name for one value: " + Printable.quote(name));
    }

    void field(String name) {
        if (!nesting.inObject() || named) {
            throw new IllegalStateException(
                    "a name outside of an object, or in place of a value: " + Printable.quote(name));
        }
        if (Utf8.length(name) > limits.maxNameBytes()) {
            throw error("field name longer than " + limits.maxNameBytes() + " bytes");
        }
        nesting.setName(name);
        comma();
        int start = out.position;
        string(name);
        marks[nesting.depth()] = TypeKeyEscaping.escapeWrittenName(out, start);
        out.ensure(1);
        put(':');
        named = true;
    }

    void shape(Shape shape) {
        if (shapes.length <= nesting.depth()) {
            shapes = Arrays.copyOf(shapes, 2 * nesting.depth());
        }
        shapes[nesting.depth()] = shape;
    }

    void field(int ordinal) {
        Shape shape = nesting.depth() < shapes.length ? shapes[nesting.depth()] : null;
        if (shape == null) {
            throw new IllegalStateException("field " + ordinal + " outside of an object of a shape");
        }
        field(shape.name(ordinal));
    }

    void begin(boolean list) {
        separate();
        if (!(list ? nesting.pushList() : nesting.pushObject())) {
            throw error("nested deeper than " + limits.maxDepth() + " levels");
        }
        types[nesting.depth()] = pendingTypes;
        marks[nesting.depth()] = TypeKeyEscaping.NO_ESCAPE;
        if (nesting.depth() < shapes.length) {
            shapes[nesting.depth()] = null;
        }
        pendingTypes = 0;
        out.ensure(1);
        put(list ? '[' : '{');
        first = true;
    }

    void end(boolean list) {
        if (list != nesting.inList() || named) {
            throw new IllegalStateException(
                    named ? "a value is missing" : list ? "no list is begun" : "no object is begun");
        }
        TypeKeyEscaping.escapeOnlyName(out, marks[nesting.depth()]);
        pendingTypes = types[nesting.depth()];
        nesting.pop();
        out.ensure(1);
        put(list ? ']' : '}');
        close();
    }

    void literal(String text) {
        separate();
        out.ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            put(text.charAt(i));
        }
        close();
    }

    void int64(long value) {
        separate();
        out.ensure(NumberText.MAX_INT64);
        out.position = NumberText.writeInt64(out.array, out.position, value);
        close();
    }

    void float64(double value) {
        if (!Double.isFinite(value)) {
            text(Double.toString(value));
            return;
        }
        separate();
        out.ensure(NumberText.MAX_FLOAT64);
        out.position = NumberText.writeFloat64(out.array, out.position, value);
        close();
    }

    void float32(float value) {
        if (!Float.isFinite(value)) {
            text(Float.toString(value));
            return;
        }
        separate();
        out.ensure(NumberText.MAX_FLOAT64);
        out.position = NumberText.writeFloat32(out.array, out.position, value);
        close();
    }

    void decimal(BigDecimal value) {
        literal(value.toString());
    }

    void bytes(byte[] value, int offset, int length) {
        byte[] part = Arrays.copyOfRange(value, offset, offset + length);
        text(Base64.getEncoder().encodeToString(part));
    }

    void text(CharSequence value) {
        separate();
        string(value);
        close();
    }

    private void separate() {
        if (nesting.inObject() && !named) {
            throw new IllegalStateException("a value without a name inside an object");
        }
        if (!named && nesting.inList()) {
            nesting.nextItem();
            comma();
        }
        named = false;
    }

    private void comma() {
        if (!first) {
            out.ensure(1);
            put(',');
        }
        first = false;
    }

    /** Ends a value: closes the objects that its type names have opened. */
    private void close() {
        out.ensure(pendingTypes);
        for (; pendingTypes > 0; pendingTypes--) {
            put('}');
        }
        first = false;
        named = false;
    }

    /** Checks the length of the text of the whole value, as readers do. */
    void requireLength() {
        int max = limits.maxTextChars();
        if (out.position > max && Utf8.units(out.array, 0, out.position) > max) {
            throw error("JSON text longer than " + max + " chars");
        }
    }

    private void string(CharSequence value) {
        checkText(value);
        JsonStringEncoder.appendQuoted(out, value, false);
    }

    private void checkText(CharSequence value) {
        if (value.length() > limits.maxTextChars()) {
            throw error("text longer than " + limits.maxTextChars() + " chars");
        }
    }

    private void put(char c) {
        out.array[out.position++] = (byte) c;
    }

    private WireDataException error(String problem) {
        return new WireDataException(
                "csv", problem, WireLocation.ofPath(path + nesting.path().substring(1)));
    }
}
