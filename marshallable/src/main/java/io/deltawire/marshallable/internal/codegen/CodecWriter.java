package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;

/**
 * Writes the class file of a codec. For a class with fields {@code long a; String b} it is
 *
 * <pre>{@code
 * void writeFields(WireOut out, Object object, Session session) {
 *     T t = (T) object;
 *     out.field(0);
 *     out.int64(t.a);
 *     out.field(1);
 *     if (t.b == null) out.nullValue(); else out.text(t.b);
 * }
 *
 * Object readFields(WireIn in, Object target, Session session) {
 *     T t = (T) targetOrNew(in, target, session);
 *     long seen = 0;
 *     int i = firstField(in, SHAPE, session);
 *     while (true) {
 *         switch (i) { // with a catch that adds the field to the path of an error
 *             case 0: seen |= 1; t.a = in.int64(); break;
 *             case 1: seen |= 2; t.b = in.isNull() ? null : in.text(t.b); break;
 *             default:
 *                 if (i == END) {
 *                     if (target != null && seen != 3) resetUnseen(t, 0, seen);
 *                     return t;
 *                 }
 *                 i = unknownField(in, t, session);
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
final class CodecWriter implements Opcodes {
    private final CodecCode codec;
    private final TokenReading tokenReading;
    private final TokenWriting tokenWriting;

    /** The code that takes fields from the array; null where the code is for all formats. */
    private final StraightReading straight;

    /** The code that puts fields into the array; null where there is none. */
    private final StraightWriting writing;

    /**
     * @param names the names as a format encodes them, where the code is for one alone; or null
     * @param forms of numbers in that format that the code takes by itself
     */
    CodecWriter(CodecCode codec, byte[][] names, List<NumberEncoding> forms) {
        this.codec = codec;
        this.tokenReading = new TokenReading(codec, names, forms);
        this.tokenWriting = new TokenWriting(codec);
        this.straight = tokenReading.straight();
        this.writing = names == null || StraightReading.isInAnyOrder(names)
                ? null
                : new StraightWriting(codec, tokenWriting, names);
    }

    byte[] write() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object"; // never loads a class; no more is needed of the variables that meet
            }
        };
        writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, codec.ownName(), null, CodecCode.SUPER, null);
        codec.begin(writer.visitMethod(
                ACC_PUBLIC,
                "writeFields",
                "(L" + CodecCode.OUT + ";" + CodecCode.OBJECT + CodecCode.SESSION + ")V",
                null,
                null));
        if (writing != null) {
            writing.writeAll(codec.code(), CodecCode.FIRST_FREE);
            codec.end(RETURN);
        } else {
            tokenWriting.writeFields();
        }
        codec.begin(writer.visitMethod(
                ACC_PUBLIC,
                "readFields",
                "(L" + CodecCode.IN + ";" + CodecCode.OBJECT + CodecCode.SESSION + ")" + CodecCode.OBJECT,
                null,
                null));
        tokenReading.readFields(false);
        if (straight != null) {
            writeChunks(writer);
        }
        List<ColumnKind> kinds = columnKinds();
        if (kinds != null) {
            new ColumnCode(writer, codec, kinds).write();
        }
        codec.begin(writer.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null));
        writeConstructor();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /**
     * The constructor asks for every constant: HotSpot's C2, up to JDK 17 at least, does not compile a method that mentions
     * a dynamic constant which nobody has asked for yet, as on a path that is never taken.
     */
    private void writeConstructor() {
        codec.code().visitVarInsn(ALOAD, 0);
        codec.code().visitMethodInsn(INVOKESPECIAL, CodecCode.SUPER, "<init>", "()V", false);
        for (ConstantDynamic constant : codec.constants()) {
            codec.code().visitLdcInsn(constant);
            codec.code().visitInsn(POP);
        }
        codec.end(RETURN);
    }

    /**
     * What begins at an index that is given is code of its own: called by the methods that ask for the index, it would cost
     * objects inside one another a level of stack each.
     */
    private void writeChunks(ClassWriter writer) {
        codec.begin(writer.visitMethod(ACC_PUBLIC, "isStraight", "()Z", null, null));
        codec.code().visitInsn(ICONST_1);
        codec.end(IRETURN);
        codec.begin(writer.visitMethod(ACC_PUBLIC, CodecCode.READ_FROM, CodecCode.READ_FROM_DESCRIPTOR, null, null));
        tokenReading.readFields(true);
        straight.writeChunks(writer);
        if (writing == null) {
            return;
        }
        codec.begin(writer.visitMethod(ACC_PUBLIC, CodecCode.WRITE_FROM, CodecCode.WRITE_FROM_DESCRIPTOR, null, null));
        writing.writeFrom(codec.code(), CodecCode.FIRST_FREE);
        codec.end(IRETURN);
        for (int chunk = 0; writing.chunks() > 1 && chunk < writing.chunks(); chunk++) {
            codec.begin(writer.visitMethod(
                    ACC_PRIVATE, CodecCode.WRITE_CHUNK + chunk, CodecCode.WRITE_CHUNK_DESCRIPTOR, null, null));
            writing.writeMethod(codec.code(), chunk, CodecCode.FIRST_FREE);
        }
    }

    /** How each field is held in a column, or null where the class is none of columns. */
    List<ColumnKind> columnKinds() {
        return straight == null ? ColumnCode.kinds(codec.plan(), codec.members(), codec.slots()) : null;
    }
}
