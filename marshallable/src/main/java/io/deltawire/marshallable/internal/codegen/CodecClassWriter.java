package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;

/**
 * Writes the class file of a codec, with a {@link CodecAssembler} that it shares with the writers of each part. For a
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
    private final CodecAssembler codec;
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
    CodecClassWriter(CodecAssembler codec, byte[][] names, List<NumberEncoding> forms) {
        this.codec = codec;
        this.tokenReading = new TokenReading(codec, names, forms);
        this.tokenWriting = new TokenWriting(codec);
        this.directReading = tokenReading.directReading();
        this.directWriting = names == null || DirectReading.isInAnyOrder(names)
                ? null
                : new DirectWriting(codec, tokenWriting, names);
    }

    byte[] write() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object"; // avoids class loading; variables that merge need no closer type
            }
        };
        writer.visit(
                V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, codec.generatedName(), null, CodecAssembler.SUPER, null);
        codec.beginMethod(writer.visitMethod(
                ACC_PUBLIC,
                "writeFields",
                "(L" + CodecAssembler.OUT + ";" + CodecAssembler.OBJECT + CodecAssembler.CONTEXT_TYPE + ")V",
                null,
                null));
        if (directWriting != null) {
            directWriting.writeAll(codec.code(), CodecAssembler.FIRST_FREE);
            codec.endMethod(RETURN);
        } else {
            tokenWriting.writeFields();
        }
        codec.beginMethod(writer.visitMethod(
                ACC_PUBLIC,
                "readFields",
                "(L" + CodecAssembler.IN + ";" + CodecAssembler.OBJECT + CodecAssembler.CONTEXT_TYPE + ")"
                        + CodecAssembler.OBJECT,
                null,
                null));
        tokenReading.readFields(false);
        if (directReading != null) {
            writeChunks(writer);
        }
        List<ColumnKind> kinds = columnKinds();
        if (kinds != null) {
            new ColumnCode(writer, codec, kinds).write();
        }
        codec.beginMethod(writer.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null));
        writeConstructor();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /**
     * Emits a constructor that resolves every dynamic constant. C2, up to JDK 17 at least, does not compile a method
     * that mentions an unresolved one, even on a path that never runs.
     */
    private void writeConstructor() {
        codec.code().visitVarInsn(ALOAD, 0);
        codec.code().visitMethodInsn(INVOKESPECIAL, CodecAssembler.SUPER, "<init>", "()V", false);
        for (ConstantDynamic constant : codec.constants()) {
            codec.code().visitLdcInsn(constant);
            codec.code().visitInsn(POP);
        }
        codec.endMethod(RETURN);
    }

    /**
     * Writes the methods that start from a given array index. They repeat code on purpose: calling them from the others
     * would cost nested objects one more stack frame each.
     */
    private void writeChunks(ClassWriter writer) {
        codec.beginMethod(writer.visitMethod(ACC_PUBLIC, "isDirect", "()Z", null, null));
        codec.code().visitInsn(ICONST_1);
        codec.endMethod(IRETURN);
        codec.beginMethod(writer.visitMethod(
                ACC_PUBLIC, CodecAssembler.READ_FROM, CodecAssembler.READ_FROM_DESCRIPTOR, null, null));
        tokenReading.readFields(true);
        directReading.writeChunks(writer);
        if (directWriting == null) {
            return;
        }
        codec.beginMethod(writer.visitMethod(
                ACC_PUBLIC, CodecAssembler.WRITE_FROM, CodecAssembler.WRITE_FROM_DESCRIPTOR, null, null));
        directWriting.writeFrom(codec.code(), CodecAssembler.FIRST_FREE);
        codec.endMethod(IRETURN);
        for (int chunk = 0; directWriting.chunks() > 1 && chunk < directWriting.chunks(); chunk++) {
            codec.beginMethod(writer.visitMethod(
                    ACC_PRIVATE,
                    CodecAssembler.WRITE_CHUNK + chunk,
                    CodecAssembler.WRITE_CHUNK_DESCRIPTOR,
                    null,
                    null));
            directWriting.writeMethod(codec.code(), chunk, CodecAssembler.FIRST_FREE);
        }
    }

    /** Returns the column kind of each field; null if the class has no columns. */
    List<ColumnKind> columnKinds() {
        return directReading == null ? ColumnCode.kinds(codec.plan(), codec.members(), codec.codecConstants()) : null;
    }
}
