package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.FieldEncoder;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the part of a codec that works on a format's array. It puts fields into the array of a {@link FieldEncoder}
 * ({@link DirectWriting}), and takes them from the array of a {@link FieldDecoder} ({@link DirectReading}). The encoded
 * names are constants of the code. For a field {@code long a} the code is
 *
 * <pre>{@code
 * putWord(array, offset, 0x61C1);           if (word2(array, offset) != 0x61C1) mismatch;
 * offset += 2;                              offset += 2;
 * offset = encoder.int64(array, offset, t.a);
 *                                           int valueEnd = decoder.int64End(array, offset, end);
 *                                           if (end - valueEnd >= 3) { // room for the next name and a code
 *                                               t.a = decoder.int64(array, offset, valueEnd);
 *                                               offset = valueEnd;
 *                                           } else {
 *                                               decoder.moveTo(offset, SHAPE, 0, true);
 *                                               t.a = in.int64();
 *                                               offset = decoder.position();
 *                                           }
 * }</pre>
 *
 * <p>The code decodes numbers in the encodings that the format names by itself. It compares their code in one word with
 * the last bytes of the name ({@link NumberDecodingCode}). After a mismatch the rest of the object is read by tokens.
 * In a format without names before values, fields may come in another order: {@link AnyOrderReading}. Each generated
 * method handles a few fields, so that the JIT compiler can inline all that it calls.
 */
public abstract class DirectFieldCode implements Opcodes {
    private static final Map<Class<?>, ColumnKind> KINDS = Map.of(
            boolean.class, ColumnKind.BOOL,
            byte.class, ColumnKind.INT64,
            short.class, ColumnKind.INT64,
            int.class, ColumnKind.INT64,
            long.class, ColumnKind.INT64,
            float.class, ColumnKind.FLOAT32,
            double.class, ColumnKind.FLOAT64);

    final ClassAssembler codec;
    final byte[][] names;
    MethodVisitor code;

    // Local variables of the method being written.
    int offsetVar;
    int coderVar;
    int arrayVar;
    int endVar;
    int valueEndVar;
    int referenceVar;
    int valueVar;

    private final String coderType;

    /**
     * @param codec the class file that this code is a part of
     * @param coderType the interface of the reader or writer that the code calls
     */
    DirectFieldCode(ClassAssembler codec, byte[][] names, Class<?> coderType) {
        this.codec = codec;
        this.names = names;
        this.coderType = Type.getInternalName(coderType);
    }

    /** Begins to emit code into the current method, with variables from this one on. */
    void begin(int firstFree) {
        code = codec.code();
        offsetVar = firstFree;
        coderVar = firstFree + 1;
        arrayVar = firstFree + 2;
        endVar = firstFree + 3;
        valueEndVar = firstFree + 4;
        referenceVar = firstFree + 5;
        valueVar = firstFree + 6;
    }

    /** Returns the column kind of a field that is handled in the array; null for a field that goes by tokens. */
    ColumnKind kind(int i) {
        ColumnKind kind = ColumnCode.kind(
                codec.plan().fields().get(i).kind(), codec.members().get(i).type(), codec.codecConstants()[i]);
        if (kind != null) {
            return kind;
        }
        Class<?> type = primitiveType(i);
        return !type.isPrimitive() ? null : type == char.class ? ColumnKind.TEXT : KINDS.get(type);
    }

    /** Returns the type of the field; for a box the type in it. */
    Class<?> primitiveType(int i) {
        return MethodType.methodType(codec.members().get(i).type()).unwrap().returnType();
    }

    boolean isBoxed(int i) {
        return primitiveType(i) != codec.members().get(i).type();
    }

    boolean isChar(int i) {
        return primitiveType(i) == char.class;
    }

    void enterChunk() {
        codec.castInto(ClassAssembler.INSTANCE, ClassAssembler.INSTANCE);
        code.visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
        code.visitVarInsn(ISTORE, offsetVar);
    }

    void loadArrayAndOffset(int offset) {
        code.visitVarInsn(ALOAD, arrayVar);
        code.visitVarInsn(ILOAD, offsetVar);
        if (offset > 0) {
            codec.push(offset);
            code.visitInsn(IADD);
        }
    }

    void advanceOffset(int bytes) {
        if (bytes != 0) {
            code.visitIincInsn(offsetVar, bytes);
        }
    }

    void loadCoder() {
        code.visitVarInsn(ALOAD, ClassAssembler.WIRE);
        code.visitTypeInsn(CHECKCAST, coderType);
    }

    void loadCoderArrayAndOffset() {
        code.visitVarInsn(ALOAD, coderVar);
        loadArrayAndOffset(0);
    }

    void callChunk(String method, String descriptor) {
        code.visitVarInsn(ALOAD, 0);
        codec.loadArguments();
        code.visitVarInsn(ALOAD, ClassAssembler.INSTANCE);
        code.visitVarInsn(ILOAD, offsetVar);
        codec.callOwn(method, descriptor);
    }

    /** Emits a call of the field encoder or decoder. */
    void callCoder(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, coderType, method, descriptor, true);
    }
}
