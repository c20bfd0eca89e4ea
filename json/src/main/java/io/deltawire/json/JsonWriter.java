package io.deltawire.json;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.AsciiOut;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.HeadWriter;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Ordinals;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.PlainStrings;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.TemporalText;
import io.deltawire.wire.spi.WriteLimits;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/** Writes JSON Lines: messages, names and scalars. */
final class JsonWriter extends OpenLevels implements WireOut, HeadWriter, JsonFieldEncoder, AsciiOut {
    /** The objects that the head of an event opens. */
    private static final int HEAD_DEPTH = 2;

    /** The most bytes that end a message with a head. */
    private static final int HEAD_END = 4;

    private final PlainStrings plainStrings = new PlainStrings();
    private final boolean writesTypes;
    private final JsonNames.Cache names;
    private final JsonNames.Cache types;

    JsonWriter(OutputBuffer out, WireOptions options) {
        super(out, new WriteLimits(JsonFormat.NAME, options.limits()));
        this.writesTypes = options.get(JsonFormat.TYPES) == JsonFormat.Types.ALWAYS;
        this.names = new JsonNames.Cache("\"", limits.maxNameBytes);
        this.types = new JsonNames.Cache("{\"@", limits.maxNameBytes - 1);
    }

    @Override
    public String formatName() {
        return JsonFormat.NAME;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        if (mode != WriteMode.IDLE) {
            throw new IllegalStateException("a message is begun already");
        }
        out.beginLine();
        mode = WriteMode.ROOT;
    }

    @Override
    public MessageHead headOf(String event, String typeName, Shape shape) {
        boolean fits = limits.maxDepth >= HEAD_DEPTH
                && (event == null || names.get(event) != null)
                && (!writesTypes || typeName == null || types.get(typeName) != null)
                && shape.get(JsonNames.OF_SHAPE).longest <= limits.maxNameBytes;
        return fits ? JsonHead.of(event, writesTypes ? typeName : null, shape) : null;
    }

    @Override
    public void beginMessage(MessageHead with) {
        if (mode != WriteMode.IDLE) {
            throw new IllegalStateException("a message is begun already");
        }
        JsonHead head = (JsonHead) with;
        out.beginLine();
        room(head.bytes.length);
        out.position = head.write(out.array, out.position);
        mode = WriteMode.ROOT;
        if (head.event() != null) {
            push(WriteMode.VALUE);
            depth = 1;
        }
        if (head.isTyped()) {
            push(WriteMode.TYPED);
        }
        push(WriteMode.NAME);
        depth++;
        shapes[level] = head.shape;
    }

    @Override
    public void endMessage(MessageHead with) {
        JsonHead head = (JsonHead) with;
        int objects = head.event() == null ? 1 : HEAD_DEPTH;
        if (mode != WriteMode.NAME || depth != objects) {
            throw WriteMode.unexpected(mode, "endMessage()");
        }
        AtSigns.escape(out, marks[level]);
        shapes[level] = null;
        out.ensure(HEAD_END);
        byte[] array = out.array;
        int at = out.position;
        if (array[at - 1] == ',') {
            at--;
        }
        for (int i = head.isTyped() ? objects + 1 : objects; i > 0; i--) {
            array[at++] = '}';
        }
        array[at] = '\n';
        out.position = at + 1;
        finishMessage();
    }

    private void finishMessage() {
        limits.checkSize(out);
        reset();
        out.commit();
    }

    @Override
    public void endMessage() {
        if (mode != WriteMode.DONE) {
            throw WriteMode.unexpected(mode, "endMessage()");
        }
        out.array[out.position - 1] = '\n';
        finishMessage();
    }

    @Override
    public void cancelMessage() {
        requireNoFence();
        if (mode != WriteMode.IDLE) {
            out.rollback();
            reset();
        }
    }

    @Override
    public void type(String name) {
        if (mode > WriteMode.ROOT || mode == WriteMode.TYPED) {
            throw WriteMode.unexpected(mode, "type()");
        }
        if (!writesTypes) {
            return;
        }
        JsonNames.Encoded bytes = types.get(name);
        if (bytes == null) {
            throw limits.nameTooLong("type name, with an @,");
        }
        if (!AtSigns.isTypeName(name)) {
            throw limits.failure(
                    "expected a type name that is not empty and does not begin with '@', '{' or '[' but was "
                            + Printable.quote(name));
        }
        push(WriteMode.TYPED);
        room(bytes.bytes.length);
        out.position = bytes.write(out.array, out.position);
    }

    @Override
    public void beginObject() {
        begin((byte) '{', WriteMode.NAME);
        shapes[level] = null;
    }

    @Override
    public void beginObject(Shape shape) {
        JsonNames known = shape.get(JsonNames.OF_SHAPE);
        if (known.longest > limits.maxNameBytes) {
            throw limits.nameTooLong("name");
        }
        begin((byte) '{', WriteMode.NAME);
        shapes[level] = known;
    }

    @Override
    public void beginList() {
        begin((byte) '[', WriteMode.ITEM);
    }

    @Override
    public void field(int ordinal) {
        if (mode != WriteMode.NAME) {
            throw WriteMode.unexpected(mode, "field()");
        }
        JsonNames shape = shapes[level];
        if (shape == null) {
            throw new IllegalStateException("expected an object with a shape for field(int) but it was begun without");
        }
        JsonNames.Encoded[] names = shape.names;
        Ordinals.check(ordinal, names.length);
        name(names[ordinal]);
    }

    @Override
    public void field(String name) {
        if (mode != WriteMode.NAME) {
            throw WriteMode.unexpected(mode, "field()");
        }
        JsonNames.Encoded bytes = names.get(name);
        if (bytes == null) {
            throw limits.nameTooLong("name");
        }
        name(bytes);
    }

    private void name(JsonNames.Encoded name) {
        room(name.bytes.length);
        int at = out.position;
        out.position = name.write(out.array, at);
        mode = WriteMode.VALUE;
        if (marks[level] != 0 || name.beginsWithAt) {
            marks[level] = AtSigns.note(out, at);
        }
    }

    @Override
    public void event(String name) {
        field(name);
    }

    @Override
    public void key() {
        if (mode != WriteMode.NAME) {
            throw WriteMode.unexpected(mode, "key()");
        }
        push(WriteMode.KEY);
        marks[level] = out.position;
    }

    @Override
    public void endObject() {
        if (mode != WriteMode.NAME) {
            throw WriteMode.unexpected(mode, "endObject()");
        }
        if (isAtFence()) {
            throw FencedWriter.notBegunHere();
        }
        AtSigns.escape(out, marks[level]);
        end((byte) '}');
    }

    @Override
    public void endList() {
        if (mode != WriteMode.ITEM) {
            throw WriteMode.unexpected(mode, "endList()");
        }
        end((byte) ']');
    }

    @Override
    public void nullValue() {
        word("null", "nullValue()");
    }

    @Override
    public void bool(boolean value) {
        word(value ? "true" : "false", "bool()");
    }

    @SuppressWarnings("deprecation") // copies ASCII without a decoder, which is what getBytes(int...) is good at
    private void word(String text, String call) {
        value(text.length(), call);
        text.getBytes(0, text.length(), out.array, out.position);
        out.position += text.length();
        comma();
    }

    @Override
    public void int64(long value) {
        value(NumberText.MAX_INT64, "int64()");
        out.position = NumberText.writeInt64(out.array, out.position, value);
        comma();
    }

    @Override
    public void float64(double value) {
        if (!Double.isFinite(value)) {
            ascii(Double.toString(value), "float64()");
            return;
        }
        value(NumberText.MAX_FLOAT64, "float64()");
        out.position = NumberText.writeFloat64(out.array, out.position, value);
        comma();
    }

    @Override
    public void float32(float value) {
        if (!Float.isFinite(value)) {
            ascii(Float.toString(value), "float32()");
            return;
        }
        value(NumberText.MAX_FLOAT64, "float32()");
        out.position = NumberText.writeFloat32(out.array, out.position, value);
        comma();
    }

    @Override
    public void decimal(BigDecimal value) {
        value(DecimalText.MAX_BYTES, "decimal()");
        int after =
                limits.maxNumberChars < DecimalText.MAX_BYTES ? -1 : DecimalText.write(out.array, out.position, value);
        if (after >= 0) {
            out.position = after;
            comma();
            return;
        }
        word(limits.decimal(value), "decimal()");
    }

    @Override
    public void text(CharSequence value) {
        int length = value.length();
        limits.checkText(length);
        value(length + 2, "text()");
        JsonText.quoted(out, value);
        comma();
    }

    @Override
    public void ascii(byte[] text, int length) {
        limits.checkText(length);
        value(length + 2, "ascii()");
        byte[] array = out.array;
        int at = out.position;
        array[at++] = '"';
        System.arraycopy(text, 0, array, at, length);
        at += length;
        array[at++] = '"';
        out.position = at;
        comma();
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        limits.checkBase64(length);
        byte[] exact =
                offset == 0 && length == value.length ? value : Arrays.copyOfRange(value, offset, offset + length);
        byte[] base64 = Base64.getEncoder().encode(exact);
        value(base64.length + 2, "bytes()");
        out.array[out.position++] = '"';
        append(base64);
        room(2);
        out.array[out.position++] = '"';
        comma();
    }

    @Override
    public void temporal(Temporal value) {
        value(TemporalText.maxLength(value) + 2, "temporal()");
        byte[] array = out.array;
        array[out.position] = '"';
        int at = TemporalText.writeInto(array, out.position + 1, value);
        array[at] = '"';
        out.position = at + 1;
        comma();
    }

    // ---- fields straight into the array

    @Override
    public PlainStrings plainStrings() {
        return plainStrings;
    }

    @Override
    public int maxTextChars() {
        return limits.maxTextChars;
    }

    @Override
    public boolean takesFields() {
        return limits.maxNameBytes >= JsonNames.LEAST_LIMIT;
    }

    @Override
    public int position() {
        return out.position;
    }

    @Override
    public byte[] room(int at, int count) {
        out.position = at;
        room(count);
        return out.array;
    }

    @Override
    public void moveTo(int at, boolean isNamed) {
        out.position = at;
        mode = isNamed ? WriteMode.VALUE : WriteMode.NAME;
    }

    @Override
    public boolean takesItems() {
        return mode == WriteMode.ITEM;
    }

    @Override
    public void moveToItem(int at) {
        out.position = at;
    }

    /** Writes text that needs no escape. */
    @SuppressWarnings("deprecation") // see word()
    private void ascii(String text, String call) {
        value(text.length() + 2, call);
        byte[] array = out.array;
        int at = out.position;
        array[at++] = '"';
        text.getBytes(0, text.length(), array, at);
        at += text.length();
        array[at++] = '"';
        out.position = at;
        comma();
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        cancelMessage();
        out.close();
    }
}
