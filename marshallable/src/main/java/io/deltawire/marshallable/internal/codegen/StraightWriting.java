package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldEncoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** The code that puts fields into the array of a {@link FieldEncoder}: see {@link StraightCode}. */
final class StraightWriting extends StraightCode {
    /** As many fields as are written by one method: with more inlined, the processor's registers do not suffice. */
    private static final int CHUNK = 10;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The code for fields that are not put into the array. */
    private final TokenWriting tokens;

    StraightWriting(CodecCode codec, TokenWriting tokens, byte[][] names) {
        super(codec, names, FieldEncoder.class);
        this.tokens = tokens;
    }

    /** How many methods there are. */
    int chunks() {
        return (names.length + CHUNK - 1) / CHUNK;
    }

    /** Writes all fields of the object given, and tells the writer where they end. */
    void writeAll(MethodVisitor to, int firstFree) {
        begin(to, firstFree);
        loadCoder();
        wire("position", "()I");
        code.visitVarInsn(ISTORE, at);
        writeFields();
        loadCoder();
        code.visitVarInsn(ASTORE, coder);
        moveEncoder(false);
    }

    /** Writes all fields of the object given, from the index in the variable after the arguments; leaves the index after. */
    void writeFrom(MethodVisitor to, int firstFree) {
        begin(to, firstFree);
        code.visitVarInsn(ILOAD, CodecCode.OBJ);
        code.visitVarInsn(ISTORE, at);
        writeFields();
        code.visitVarInsn(ILOAD, at);
    }

    private void writeFields() {
        codec.loadObject();
        if (chunks() == 1) {
            writeChunk(0);
        } else {
            for (int chunk = 0; chunk < chunks(); chunk++) {
                call(CodecCode.WRITE_CHUNK + chunk, CodecCode.WRITE_CHUNK_DESCRIPTOR);
                code.visitVarInsn(ISTORE, at);
            }
        }
    }

    /** The body of a method that writes some fields from the position given on, and returns the one after them. */
    void writeMethod(MethodVisitor to, int chunk, int firstFree) {
        begin(to, firstFree);
        enterChunk();
        writeChunk(chunk);
        code.visitVarInsn(ILOAD, at);
        codec.end(IRETURN);
    }

    private void writeChunk(int chunk) {
        loadCoder();
        code.visitVarInsn(ASTORE, coder);
        int from = chunk * CHUNK;
        int to = Math.min(names.length, from + CHUNK);
        makeRoom(from, to);
        for (int i = from; i < to; i++) {
            putName(names[i]);
            ColumnKind kind = kind(i);
            if (kind == null) {
                moveEncoder(true);
                tokens.writeField(i);
                resume(i + 1, to);
            } else if (kind.isReference()) {
                writeReference(i, kind, to);
            } else {
                writePrimitive(i, kind);
            }
        }
    }

    private void makeRoom(int from, int to) {
        int room = 0;
        for (int i = from; i < to; i++) {
            room += (names[i].length + Long.BYTES - 1) / Long.BYTES * Long.BYTES + FieldEncoder.MAX_BYTES;
        }
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        code.visitLdcInsn(room);
        wire("room", "(II)[B");
        code.visitVarInsn(ASTORE, array);
        code.visitVarInsn(ALOAD, array);
        code.visitVarInsn(ILOAD, at);
        code.visitLdcInsn(room);
        codec.helper("checkRoom", "([BII)V");
        code.visitVarInsn(ILOAD, at);
        setPlace();
    }

    /** Makes the number on the stack the place where the next byte goes. */
    private void setPlace() {
        codec.helper("place", "(I)I");
        code.visitVarInsn(ISTORE, at);
    }

    private void putName(byte[] name) {
        byte[] padded = java.util.Arrays.copyOf(name, name.length + Long.BYTES);
        for (int i = 0; i < name.length; i += Long.BYTES) {
            loadPlace(i);
            code.visitLdcInsn((long) LONG.get(padded, i));
            codec.helper("putWord", "([BIJ)V");
        }
        advance(name.length);
    }

    private void writePrimitive(int i, ColumnKind kind) {
        if (isBoxed(i)) {
            Label isNull = jumpIfNull(i);
            loadCoderAndPlace();
            code.visitVarInsn(ALOAD, reference);
            unbox(i);
            writeNumber(i, kind);
            endNullable(isNull);
        } else {
            loadCoderAndPlace();
            codec.get(i);
            writeNumber(i, kind);
        }
    }

    private void writeNumber(int i, ColumnKind kind) {
        switch (kind) {
            case BOOL -> wire("bool", "([BIZ)I");
            case FLOAT32 -> wire("float32", "([BIF)I");
            case FLOAT64 -> wire("float64", "([BID)I");
            default -> {
                if (primitive(i) != long.class) {
                    code.visitInsn(I2L);
                }
                wire("int64", "([BIJ)I");
            }
        }
        code.visitVarInsn(ISTORE, at);
    }

    private void unbox(int i) {
        Class<?> primitive = primitive(i);
        code.visitMethodInsn(
                INVOKEVIRTUAL,
                Type.getInternalName(codec.members().get(i).type()),
                primitive.getName() + "Value",
                "()" + Type.getDescriptor(primitive),
                false);
    }

    /** Leaves the reference that is to be written in its variable, and jumps where it is null. */
    private Label jumpIfNull(int i) {
        Label isNull = new Label();
        loadReference(i);
        code.visitVarInsn(ASTORE, reference);
        code.visitVarInsn(ALOAD, reference);
        code.visitJumpInsn(IFNULL, isNull);
        return isNull;
    }

    /** Writes null where a jump leads to, and goes on. */
    private void endNullable(Label isNull) {
        Label done = new Label();
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(isNull);
        loadCoderAndPlace();
        wire("nullValue", "([BI)I");
        code.visitVarInsn(ISTORE, at);
        code.visitLabel(done);
    }

    private void writeReference(int i, ColumnKind kind, int to) {
        boolean isText = kind == ColumnKind.TEXT;
        if (codec.members().get(i).type() == char.class) {
            codec.get(i);
            charText();
            writeObject(i, isText, to);
            return;
        }
        Label isNull = jumpIfNull(i);
        if (isChar(i)) {
            code.visitVarInsn(ALOAD, reference);
            unbox(i);
            charText();
        }
        writeObject(i, isText, to);
        endNullable(isNull);
    }

    private void charText() {
        codec.helper("charText", "(C)Ljava/lang/String;");
        code.visitVarInsn(ASTORE, reference);
    }

    /** Writes the text or time in the variable, by a token where it has to be. */
    private void writeObject(int i, boolean isText, int to) {
        Label byToken = new Label();
        Label done = new Label();
        loadCoderAndPlace();
        code.visitVarInsn(ALOAD, reference);
        if (isText) {
            codec.push(i);
            wire("text", "([BILjava/lang/String;I)I");
        } else {
            wire("temporal", "([BILjava/time/temporal/Temporal;)I");
        }
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, after);
        code.visitJumpInsn(IFLT, byToken);
        code.visitVarInsn(ILOAD, after);
        setPlace();
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(byToken);
        moveEncoder(true);
        code.visitVarInsn(ALOAD, CodecCode.WIRE);
        code.visitVarInsn(ALOAD, reference);
        if (isText) {
            codec.out("text", "(Ljava/lang/CharSequence;)V");
        } else {
            codec.out("temporal", "(Ljava/time/temporal/Temporal;)V");
        }
        resume(i + 1, to);
        code.visitLabel(done);
    }

    private void loadReference(int i) {
        codec.get(i);
        Member member = codec.members().get(i);
        if (member.type().isEnum()) {
            if (member.getter() != null) {
                code.visitTypeInsn(CHECKCAST, "java/lang/Enum");
            }
            codec.helper("nameOf", "(Ljava/lang/Enum;)Ljava/lang/String;");
        } else if (member.getter() != null) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(member.type()));
        }
    }

    private void moveEncoder(boolean isNamed) {
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        code.visitInsn(isNamed ? ICONST_1 : ICONST_0);
        wire("moveTo", "(IZ)V");
    }

    /** After tokens, for the fields that follow. */
    private void resume(int from, int to) {
        code.visitVarInsn(ALOAD, coder);
        wire("position", "()I");
        code.visitVarInsn(ISTORE, at);
        makeRoom(from, to);
    }
}
