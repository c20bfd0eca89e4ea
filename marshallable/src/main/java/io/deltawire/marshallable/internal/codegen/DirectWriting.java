package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldEncoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Generates code that encodes fields into the array of a {@link FieldEncoder}: see {@link DirectFieldCode}. Each
 * generated method reserves room for a few fields with one check, and then stores names and values.
 */
final class DirectWriting extends DirectFieldCode {
    /** The most fields that one method writes. With more of them inlined the processor runs out of registers. */
    private static final int FIELDS_PER_METHOD = 10;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Writes the fields that are not encoded into the array. */
    private final TokenWriting tokens;

    DirectWriting(ClassAssembler codec, TokenWriting tokens, byte[][] names) {
        super(codec, names, FieldEncoder.class);
        this.tokens = tokens;
    }

    /** Returns the number of methods that share the fields. */
    int chunks() {
        return (names.length + FIELDS_PER_METHOD - 1) / FIELDS_PER_METHOD;
    }

    /** Emits the encoding of all fields, and the move of the writer to their end. */
    void writeAll(int firstFree) {
        begin(firstFree);
        loadCoder();
        callCoder("position", "()I");
        code.visitVarInsn(ISTORE, offsetVar);
        writeFields();
        loadCoder();
        code.visitVarInsn(ASTORE, coderVar);
        moveEncoder(false);
    }

    /**
     * Emits the encoding of all fields from the offset in the variable after the arguments; leaves the offset after
     * them.
     */
    void writeFrom(int firstFree) {
        begin(firstFree);
        code.visitVarInsn(ILOAD, ClassAssembler.INSTANCE);
        code.visitVarInsn(ISTORE, offsetVar);
        writeFields();
        code.visitVarInsn(ILOAD, offsetVar);
    }

    private void writeFields() {
        codec.loadObject();
        if (chunks() == 1) {
            writeChunk(0);
        } else {
            for (int chunk = 0; chunk < chunks(); chunk++) {
                callChunk(ClassAssembler.WRITE_CHUNK + chunk, ClassAssembler.WRITE_CHUNK_DESCRIPTOR);
                code.visitVarInsn(ISTORE, offsetVar);
            }
        }
    }

    /** Writes the body of a method that encodes some fields from a given offset, and returns the offset after them. */
    void writeMethod(int chunk, int firstFree) {
        begin(firstFree);
        enterChunk();
        writeChunk(chunk);
        code.visitVarInsn(ILOAD, offsetVar);
        codec.endMethod(IRETURN);
    }

    private void writeChunk(int chunk) {
        loadCoder();
        code.visitVarInsn(ASTORE, coderVar);
        int from = chunk * FIELDS_PER_METHOD;
        int to = Math.min(names.length, from + FIELDS_PER_METHOD);
        reserveRoom(from, to);
        for (int i = from; i < to; i++) {
            putName(names[i]);
            ColumnKind kind = kind(i);
            if (kind == null) {
                moveEncoder(true);
                tokens.writeField(i);
                resumeAfterTokens(i + 1, to);
            } else if (kind.isReference()) {
                writeReference(i, kind, to);
            } else {
                writePrimitive(i, kind);
            }
        }
    }

    private void reserveRoom(int from, int to) {
        int room = 0;
        for (int i = from; i < to; i++) {
            room += (names[i].length + Long.BYTES - 1) / Long.BYTES * Long.BYTES + FieldEncoder.MAX_BYTES;
        }
        code.visitVarInsn(ALOAD, coderVar);
        code.visitVarInsn(ILOAD, offsetVar);
        code.visitLdcInsn(room);
        callCoder("room", "(II)[B");
        code.visitVarInsn(ASTORE, arrayVar);
        code.visitVarInsn(ALOAD, arrayVar);
        code.visitVarInsn(ILOAD, offsetVar);
        code.visitLdcInsn(room);
        codec.callStatic("checkRoom", "([BII)V");
        code.visitVarInsn(ILOAD, offsetVar);
        storeOffset();
    }

    /** Emits the store of the offset on the stack, bounded for the compiler. */
    private void storeOffset() {
        codec.callStatic("boundedOffset", "(I)I");
        code.visitVarInsn(ISTORE, offsetVar);
    }

    private void putName(byte[] name) {
        byte[] padded = java.util.Arrays.copyOf(name, name.length + Long.BYTES);
        for (int i = 0; i < name.length; i += Long.BYTES) {
            loadArrayAndOffset(i);
            code.visitLdcInsn((long) LONG.get(padded, i));
            codec.callStatic("putWord", "([BIJ)V");
        }
        advanceOffset(name.length);
    }

    private void writePrimitive(int i, ColumnKind kind) {
        if (isBoxed(i)) {
            Label isNull = jumpIfNull(i);
            loadCoderArrayAndOffset();
            code.visitVarInsn(ALOAD, referenceVar);
            unbox(i);
            writeNumber(i, kind);
            endNullable(isNull);
        } else {
            loadCoderArrayAndOffset();
            codec.loadField(i);
            writeNumber(i, kind);
        }
    }

    private void writeNumber(int i, ColumnKind kind) {
        switch (kind) {
            case BOOL -> callCoder("bool", "([BIZ)I");
            case FLOAT32 -> callCoder("float32", "([BIF)I");
            case FLOAT64 -> callCoder("float64", "([BID)I");
            default -> {
                if (primitiveType(i) != long.class) {
                    code.visitInsn(I2L);
                }
                callCoder("int64", "([BIJ)I");
            }
        }
        code.visitVarInsn(ISTORE, offsetVar);
    }

    private void unbox(int i) {
        Class<?> primitive = primitiveType(i);
        code.visitMethodInsn(
                INVOKEVIRTUAL,
                Type.getInternalName(codec.members().get(i).type()),
                primitive.getName() + "Value",
                "()" + Type.getDescriptor(primitive),
                false);
    }

    /** Emits the load of the reference into its variable, and a jump if it is null. */
    private Label jumpIfNull(int i) {
        Label isNull = new Label();
        loadReference(i);
        code.visitVarInsn(ASTORE, referenceVar);
        code.visitVarInsn(ALOAD, referenceVar);
        code.visitJumpInsn(IFNULL, isNull);
        return isNull;
    }

    /** Emits the writing of null at the label of the jump. */
    private void endNullable(Label isNull) {
        Label done = new Label();
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(isNull);
        loadCoderArrayAndOffset();
        callCoder("nullValue", "([BI)I");
        code.visitVarInsn(ISTORE, offsetVar);
        code.visitLabel(done);
    }

    private void writeReference(int i, ColumnKind kind, int to) {
        boolean isText = kind == ColumnKind.TEXT;
        if (codec.members().get(i).type() == char.class) {
            codec.loadField(i);
            charText();
            writeReferenceVar(i, isText, to);
            return;
        }
        Label isNull = jumpIfNull(i);
        if (isChar(i)) {
            code.visitVarInsn(ALOAD, referenceVar);
            unbox(i);
            charText();
        }
        writeReferenceVar(i, isText, to);
        endNullable(isNull);
    }

    private void charText() {
        codec.callStatic("charText", "(C)Ljava/lang/String;");
        code.visitVarInsn(ASTORE, referenceVar);
    }

    /** Emits the encoding of the text or time in the variable, or its writing by token if the encoder refuses it. */
    private void writeReferenceVar(int i, boolean isText, int to) {
        Label byToken = new Label();
        Label done = new Label();
        loadCoderArrayAndOffset();
        code.visitVarInsn(ALOAD, referenceVar);
        if (isText) {
            codec.push(i);
            callCoder("text", "([BILjava/lang/String;I)I");
        } else {
            callCoder("temporal", "([BILjava/time/temporal/Temporal;)I");
        }
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, valueEndVar);
        code.visitJumpInsn(IFLT, byToken);
        code.visitVarInsn(ILOAD, valueEndVar);
        storeOffset();
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(byToken);
        moveEncoder(true);
        code.visitVarInsn(ALOAD, ClassAssembler.WIRE);
        code.visitVarInsn(ALOAD, referenceVar);
        if (isText) {
            codec.callWriter("text", "(Ljava/lang/CharSequence;)V");
        } else {
            codec.callWriter("temporal", "(Ljava/time/temporal/Temporal;)V");
        }
        resumeAfterTokens(i + 1, to);
        code.visitLabel(done);
    }

    private void loadReference(int i) {
        codec.loadField(i);
        FieldAccess member = codec.members().get(i);
        if (member.type().isEnum()) {
            if (member.getter() != null) {
                code.visitTypeInsn(CHECKCAST, "java/lang/Enum");
            }
            codec.callStatic("nameOf", "(Ljava/lang/Enum;)Ljava/lang/String;");
        } else if (member.getter() != null) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(member.type()));
        }
    }

    private void moveEncoder(boolean isNamed) {
        code.visitVarInsn(ALOAD, coderVar);
        code.visitVarInsn(ILOAD, offsetVar);
        code.visitInsn(isNamed ? ICONST_1 : ICONST_0);
        callCoder("moveTo", "(IZ)V");
    }

    /** Emits the return to direct encoding after a token, with room for the fields that follow. */
    private void resumeAfterTokens(int from, int to) {
        code.visitVarInsn(ALOAD, coderVar);
        callCoder("position", "()I");
        code.visitVarInsn(ISTORE, offsetVar);
        reserveRoom(from, to);
    }
}
