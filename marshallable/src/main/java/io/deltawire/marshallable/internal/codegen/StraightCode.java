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
 * The part of a codec's class file that puts fields into the array of a {@link FieldEncoder} ({@link StraightWriting}), and
 * takes them from that of a {@link FieldDecoder} ({@link StraightReading}). The names are constants of the code. For a
 * field {@code long a} it is
 *
 * <pre>{@code
 * putWord(array, at, 0x61C1);               if (word2(array, at) != 0x61C1) mismatch;
 * at += 2;                                  at += 2;
 * at = encoder.int64(array, at, t.a);       int after = decoder.int64End(array, at, end);
 *                                           if (end - after >= 3) { // room for the next name and a code
 *                                               t.a = decoder.int64(array, at, after);
 *                                               at = after;
 *                                           } else {
 *                                               decoder.moveTo(at, SHAPE, 0, true);
 *                                               t.a = in.int64();
 *                                               at = decoder.position();
 *                                           }
 * }</pre>
 *
 * <p>Numbers in a form that the format names are taken without asking the decoder, and the code that tells the form is compared together with the last
 * bytes of the name ({@link NumberForms}). After a mismatch the rest of the object is
 * read by tokens. Where a format has no names in front of values, fields may come in another
 * order: {@link AnyOrderReading}. The code comes in methods of a few fields each,
 * which the JIT compiler can compile with all that it calls.
 */
public abstract class StraightCode implements Opcodes {
    private static final Map<Class<?>, ColumnKind> KINDS = Map.of(
            boolean.class, ColumnKind.BOOL,
            byte.class, ColumnKind.INT64,
            short.class, ColumnKind.INT64,
            int.class, ColumnKind.INT64,
            long.class, ColumnKind.INT64,
            float.class, ColumnKind.FLOAT32,
            double.class, ColumnKind.FLOAT64);

    final CodecCode codec;
    final byte[][] names;
    MethodVisitor code;

    // Variables of the method being written.
    int at;
    int coder;
    int array;
    int end;
    int after;
    int reference;
    int value;

    private final String coderType;

    /**
     * @param codec what this is a part of
     * @param coderType the interface of the wire that the code is for
     */
    StraightCode(CodecCode codec, byte[][] names, Class<?> coderType) {
        this.codec = codec;
        this.names = names;
        this.coderType = Type.getInternalName(coderType);
    }

    void begin(MethodVisitor to, int firstFree) {
        code = to;
        at = firstFree;
        coder = firstFree + 1;
        array = firstFree + 2;
        end = firstFree + 3;
        after = firstFree + 4;
        reference = firstFree + 5;
        value = firstFree + 6;
    }

    /** How a field is put into the array, or null where it has to go by tokens. */
    ColumnKind kind(int i) {
        ColumnKind kind = ColumnCode.kind(
                codec.plan().fields().get(i).kind(), codec.members().get(i).type(), codec.slots()[i]);
        if (kind != null) {
            return kind;
        }
        Class<?> type = primitive(i);
        return !type.isPrimitive() ? null : type == char.class ? ColumnKind.TEXT : KINDS.get(type);
    }

    /** The class of the field, where it is a box that of what is in it. */
    Class<?> primitive(int i) {
        return MethodType.methodType(codec.members().get(i).type()).unwrap().returnType();
    }

    boolean isBoxed(int i) {
        return primitive(i) != codec.members().get(i).type();
    }

    boolean isChar(int i) {
        return primitive(i) == char.class;
    }

    void enterChunk() {
        code.visitVarInsn(ALOAD, CodecCode.OBJ);
        codec.castToType();
        code.visitVarInsn(ASTORE, CodecCode.OBJ);
        code.visitVarInsn(ILOAD, CodecCode.ORDINAL);
        code.visitVarInsn(ISTORE, at);
    }

    void loadPlace(int offset) {
        code.visitVarInsn(ALOAD, array);
        code.visitVarInsn(ILOAD, at);
        if (offset > 0) {
            codec.push(offset);
            code.visitInsn(IADD);
        }
    }

    void advance(int bytes) {
        if (bytes != 0) {
            code.visitIincInsn(at, bytes);
        }
    }

    void loadCoder() {
        code.visitVarInsn(ALOAD, CodecCode.WIRE);
        code.visitTypeInsn(CHECKCAST, coderType);
    }

    void loadCoderAndPlace() {
        code.visitVarInsn(ALOAD, coder);
        loadPlace(0);
    }

    void call(String method, String descriptor) {
        code.visitVarInsn(ALOAD, 0);
        codec.loadArguments();
        code.visitVarInsn(ALOAD, CodecCode.OBJ);
        code.visitVarInsn(ILOAD, at);
        code.visitMethodInsn(INVOKEVIRTUAL, codec.ownName(), method, descriptor, false);
    }

    /** Calls a method of the wire. */
    void wire(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, coderType, method, descriptor, true);
    }
}
