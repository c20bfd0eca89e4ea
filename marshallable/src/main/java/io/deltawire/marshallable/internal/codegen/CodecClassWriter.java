package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Writes the class file of a codec, with a {@link ClassAssembler} that it shares with the writers of each part. For a
 * class with fields {@code long a; String b} the code is
 *
 * <pre>{@code
 * void writeFields(WireOut out, Object object, Session context) {
 *     T t = (T) object;
 *     out.field(0);
 *     out.int64(t.a);
 *     out.field(1);
 *     if (t.b == null) out.nullValue(); else out.text(t.b);
 * }
 *
 * Object readFields(WireIn in, Object target, Session context) {
 *     T t = (T) targetOrNew(in, target, context);
 *     long seen = 0;
 *     int i = firstField(in, SHAPE, context);
 *     while (true) {
 *         switch (i) { // with a catch that adds the field to the path of an error
 *             case 0: seen |= 1; t.a = in.int64(); break;
 *             case 1: seen |= 2; t.b = in.isNull() ? null : in.text(t.b); break;
 *             default:
 *                 if (i == END) {
 *                     if (target != null && seen != 3) resetUnseen(t, 0, seen);
 *                     return t;
 *                 }
 *                 i = unknownField(in, t, context);
 *                 if (i >= 0) continue;
 *         }
 *         i = in.nextField(SHAPE);
 *     }
 * }
 * }</pre>
 *
 * <p>A record's components are local variables until the end, where its constructor is called. Constants that a class
 * file cannot hold (the shape, codecs of fields, handles) are dynamic constants from the class data, which the JIT
 * compiler takes for constants.
 */
final class CodecClassWriter implements Opcodes {
    private final ClassAssembler codec;
    private final TokenReading tokenReading;
    private final TokenWriting tokenWriting;

    /** Decodes fields from the array; null if the class is for all formats. */
    private final DirectReading directReading;

    /** Encodes fields into the array; null if there is no such code. */
    private final DirectWriting directWriting;

    /**
     * @param names the field names as one format encodes them; null for code for all formats
     * @param forms the number encodings of that format which the code decodes by itself
     */
    CodecClassWriter(ClassAssembler codec, byte[][] names, List<NumberEncoding> forms) {
        this.codec = codec;
        this.tokenReading = new TokenReading(codec, names, forms);
        this.tokenWriting = new TokenWriting(codec);
        this.directReading = tokenReading.directReading();
        this.directWriting = names == null || DirectReading.isInAnyOrder(names)
                ? null
                : new DirectWriting(codec, tokenWriting, names);
    }

    void write() {
        codec.beginMethod(
                ACC_PUBLIC,
                "writeFields",
                "(L" + ClassAssembler.OUT + ";" + ClassAssembler.OBJECT + ClassAssembler.CONTEXT_TYPE + ")V");
        if (directWriting != null) {
            directWriting.writeAll(ClassAssembler.FIRST_FREE);
            codec.endMethod(RETURN);
        } else {
            tokenWriting.writeFields();
        }
        codec.beginMethod(
                ACC_PUBLIC,
                "readFields",
                "(L" + ClassAssembler.IN + ";" + ClassAssembler.OBJECT + ClassAssembler.CONTEXT_TYPE + ")"
                        + ClassAssembler.OBJECT);
        tokenReading.readFields(false);
        if (directReading != null) {
            writeChunks();
        }
        List<ColumnKind> kinds = columnKinds();
        if (kinds != null) {
            new ColumnCode(codec, kinds).write();
        }
    }

    /**
     * Writes the methods that start from a given array index. They repeat code on purpose: calling them from the others
     * would cost nested objects one more stack frame each.
     */
    private void writeChunks() {
        codec.beginMethod(ACC_PUBLIC, "isDirect", "()Z").visitInsn(ICONST_1);
        codec.endMethod(IRETURN);
        codec.beginMethod(ACC_PUBLIC, ClassAssembler.READ_FROM, ClassAssembler.READ_FROM_DESCRIPTOR);
        tokenReading.readFields(true);
        directReading.writeChunks();
        if (directWriting == null) {
            return;
        }
        codec.beginMethod(ACC_PUBLIC, ClassAssembler.WRITE_FROM, ClassAssembler.WRITE_FROM_DESCRIPTOR);
        directWriting.writeFrom(ClassAssembler.FIRST_FREE);
        codec.endMethod(IRETURN);
        for (int chunk = 0; directWriting.chunks() > 1 && chunk < directWriting.chunks(); chunk++) {
            codec.beginMethod(ACC_PRIVATE, ClassAssembler.WRITE_CHUNK + chunk, ClassAssembler.WRITE_CHUNK_DESCRIPTOR);
            directWriting.writeMethod(chunk, ClassAssembler.FIRST_FREE);
        }
    }

    /** Returns the column kind of each field; null if the class has no columns. */
    List<ColumnKind> columnKinds() {
        return directReading == null ? ColumnCode.kinds(codec.plan(), codec.members(), codec.codecConstants()) : null;
    }
}
