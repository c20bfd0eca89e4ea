package io.deltawire.marshallable;

import io.deltawire.marshallable.CodecGenerator.Member;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldDecoder;
import io.deltawire.wire.spi.FieldEncoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the part of a codec's class file that puts fields into the array of a {@link FieldEncoder}, and takes them from
 * that of a {@link FieldDecoder}. The names are constants of the code. For a field {@code long a} it is
 *
 * <pre>{@code
 * putWord(array, at, 0x61C1);               if (end - at <= 2 || word2(array, at) != 0x61C1) mismatch;
 * at += 2;                                  at += 2;
 * at = encoder.int64(array, at, t.a);       int after = decoder.int64End(array, at, end);
 *                                           if (after >= 0) {
 *                                               t.a = decoder.int64(array, at);
 *                                               at = after;
 *                                           } else {
 *                                               decoder.moveTo(at, 0, true);
 *                                               t.a = in.int64();
 *                                               at = decoder.position();
 *                                           }
 * }</pre>
 *
 * <p>After a mismatch the rest of the object is read by tokens. The code comes in methods of a few fields each,
 * which the JIT compiler can compile with all that it calls.
 */
final class StraightCode implements Opcodes {
    /** As many fields as are written by one method: with more inlined, the processor's registers do not suffice. */
    private static final int CHUNK = 5;

    /** As many as are read by one: reading takes more code. */
    private static final int READ_CHUNK = 6;

    private static final Map<Class<?>, ColumnKind> KINDS = Map.of(
            boolean.class, ColumnKind.BOOL,
            byte.class, ColumnKind.INT64,
            short.class, ColumnKind.INT64,
            int.class, ColumnKind.INT64,
            long.class, ColumnKind.INT64,
            float.class, ColumnKind.FLOAT32,
            double.class, ColumnKind.FLOAT64);

    private static final String ENCODER = Type.getInternalName(FieldEncoder.class);
    private static final String DECODER = Type.getInternalName(FieldDecoder.class);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CodecWriter codec;
    private final byte[][] names;
    private MethodVisitor code;

    // Variables of the method being written.
    private int at;
    private int coder;
    private int array;
    private int end;
    private int after;
    private int reference;
    private int value;

    StraightCode(CodecWriter codec, byte[][] names) {
        this.codec = codec;
        this.names = names;
    }

    int chunks() {
        return (names.length + CHUNK - 1) / CHUNK;
    }

    int readChunks() {
        return (names.length + READ_CHUNK - 1) / READ_CHUNK;
    }

    private void begin(MethodVisitor to, int firstFree) {
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
    private ColumnKind kind(int i) {
        ColumnKind kind = ColumnCode.kind(
                codec.plan.fields.get(i).kind(), codec.members.get(i).type(), codec.slots[i]);
        if (kind != null) {
            return kind;
        }
        Class<?> type = primitive(i);
        return !type.isPrimitive() ? null : type == char.class ? ColumnKind.TEXT : KINDS.get(type);
    }

    /** The class of the field, where it is a box that of what is in it. */
    private Class<?> primitive(int i) {
        return MethodType.methodType(codec.members.get(i).type()).unwrap().returnType();
    }

    private boolean isBoxed(int i) {
        return primitive(i) != codec.members.get(i).type();
    }

    private boolean isChar(int i) {
        return primitive(i) == char.class;
    }

    // ---- writing

    /** Writes all fields of the object given, and tells the writer where they end. */
    void writeAll(MethodVisitor to, int firstFree) {
        begin(to, firstFree);
        loadCoder(ENCODER);
        encoder("position", "()I");
        code.visitVarInsn(ISTORE, at);
        writeFields();
        loadCoder(ENCODER);
        code.visitVarInsn(ASTORE, coder);
        moveEncoder(false);
    }

    /** Writes all fields of the object given, from the index in the variable after the arguments; leaves the index after. */
    void writeFrom(MethodVisitor to, int firstFree) {
        begin(to, firstFree);
        code.visitVarInsn(ILOAD, CodecWriter.OBJ);
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
                call(CodecWriter.WRITE_CHUNK + chunk, CodecWriter.WRITE_CHUNK_DESCRIPTOR);
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

    private void enterChunk() {
        code.visitVarInsn(ALOAD, CodecWriter.OBJ);
        codec.castToType();
        code.visitVarInsn(ASTORE, CodecWriter.OBJ);
        code.visitVarInsn(ILOAD, CodecWriter.ORDINAL);
        code.visitVarInsn(ISTORE, at);
    }

    private void writeChunk(int chunk) {
        loadCoder(ENCODER);
        code.visitVarInsn(ASTORE, coder);
        int from = chunk * CHUNK;
        int to = Math.min(names.length, from + CHUNK);
        makeRoom(from, to);
        for (int i = from; i < to; i++) {
            putName(names[i]);
            ColumnKind kind = kind(i);
            if (kind == null) {
                moveEncoder(true);
                codec.writeField(i);
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
        encoder("room", "(II)[B");
        code.visitVarInsn(ASTORE, array);
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

    private void loadPlace(int offset) {
        code.visitVarInsn(ALOAD, array);
        code.visitVarInsn(ILOAD, at);
        if (offset > 0) {
            codec.push(offset);
            code.visitInsn(IADD);
        }
    }

    private void advance(int bytes) {
        code.visitIincInsn(at, bytes);
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
            case BOOL -> encoder("bool", "([BIZ)I");
            case FLOAT32 -> encoder("float32", "([BIF)I");
            case FLOAT64 -> encoder("float64", "([BID)I");
            default -> {
                if (primitive(i) != long.class) {
                    code.visitInsn(I2L);
                }
                encoder("int64", "([BIJ)I");
            }
        }
        code.visitVarInsn(ISTORE, at);
    }

    private void unbox(int i) {
        Class<?> primitive = primitive(i);
        code.visitMethodInsn(
                INVOKEVIRTUAL,
                Type.getInternalName(codec.members.get(i).type()),
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
        encoder("nullValue", "([BI)I");
        code.visitVarInsn(ISTORE, at);
        code.visitLabel(done);
    }

    private void writeReference(int i, ColumnKind kind, int to) {
        boolean isText = kind == ColumnKind.TEXT;
        if (codec.members.get(i).type() == char.class) {
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
            encoder("text", "([BILjava/lang/String;I)I");
        } else {
            encoder("temporal", "([BILjava/time/temporal/Temporal;)I");
        }
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, after);
        code.visitJumpInsn(IFLT, byToken);
        code.visitVarInsn(ILOAD, after);
        code.visitVarInsn(ISTORE, at);
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(byToken);
        moveEncoder(true);
        code.visitVarInsn(ALOAD, CodecWriter.WIRE);
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
        Member member = codec.members.get(i);
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
        encoder("moveTo", "(IZ)V");
    }

    /** After tokens, for the fields that follow. */
    private void resume(int from, int to) {
        code.visitVarInsn(ALOAD, coder);
        encoder("position", "()I");
        code.visitVarInsn(ISTORE, at);
        makeRoom(from, to);
    }

    // ---- reading

    /**
     * Takes the index of the first field from the reader, or from the variable after the arguments, which is to be another
     * one.
     */
    void beginRead(MethodVisitor to, int firstFree, boolean isGiven) {
        begin(to, firstFree);
        if (isGiven) {
            code.visitVarInsn(ILOAD, CodecWriter.OBJ);
        } else {
            loadCoder(DECODER);
            decoder("position", "()I");
        }
        code.visitVarInsn(ISTORE, at);
    }

    /**
     * Reads fields as long as they are as expected, and returns the object where it ends behind the last one. What comes
     * then expects the ordinal of the field before which the reader is in variable ORDINAL; the reader has been told.
     */
    void readAll(boolean isInline) {
        Label mismatch = new Label();
        Label done = new Label();
        loadCoder(DECODER);
        code.visitVarInsn(ASTORE, coder);
        if (isInline) {
            readFields(0, names.length, mismatch);
        } else {
            for (int chunk = 0; chunk < readChunks(); chunk++) {
                call(CodecWriter.READ_CHUNK + chunk, CodecWriter.READ_CHUNK_DESCRIPTOR);
                code.visitInsn(DUP);
                code.visitVarInsn(ISTORE, at);
                code.visitJumpInsn(IFLT, mismatch);
            }
        }
        Label more = new Label();
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        decoder("endsAt", "(I)Z");
        code.visitJumpInsn(IFEQ, more);
        codec.finishAll();
        code.visitLabel(more);
        moveDecoder(names.length, false);
        codec.push(names.length);
        code.visitVarInsn(ISTORE, CodecWriter.ORDINAL);
        if (isInline) {
            code.visitJumpInsn(GOTO, done);
            code.visitLabel(mismatch);
            code.visitVarInsn(ALOAD, coder);
            code.visitVarInsn(ILOAD, at);
            codec.loadShape();
            code.visitVarInsn(ILOAD, CodecWriter.ORDINAL);
            code.visitInsn(ICONST_0);
            decoder("moveTo", "(I" + CodecWriter.SHAPE + "IZ)V");
        } else {
            code.visitJumpInsn(GOTO, done);
            code.visitLabel(mismatch);
            code.visitVarInsn(ILOAD, at);
            code.visitInsn(ICONST_M1);
            code.visitInsn(IXOR);
            code.visitVarInsn(ISTORE, CodecWriter.ORDINAL);
        }
        code.visitLabel(done);
    }

    /**
     * The body of a method that reads some fields from the position given on. It returns the position after them, or the
     * complement of the ordinal of the first that was not as expected, at whose name the reader is.
     */
    void readMethod(MethodVisitor to, int chunk, int firstFree) {
        begin(to, firstFree);
        enterChunk();
        loadCoder(DECODER);
        code.visitVarInsn(ASTORE, coder);
        Label mismatch = new Label();
        int from = chunk * READ_CHUNK;
        readFields(from, Math.min(names.length, from + READ_CHUNK), mismatch);
        code.visitVarInsn(ILOAD, at);
        code.visitInsn(IRETURN);
        code.visitLabel(mismatch);
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        codec.loadShape();
        code.visitVarInsn(ILOAD, CodecWriter.ORDINAL);
        code.visitInsn(ICONST_0);
        decoder("moveTo", "(I" + CodecWriter.SHAPE + "IZ)V");
        code.visitVarInsn(ILOAD, CodecWriter.ORDINAL);
        code.visitInsn(ICONST_M1);
        code.visitInsn(IXOR);
        codec.end(IRETURN);
    }

    private void readFields(int from, int to, Label mismatch) {
        loadArray();
        codec.push(from);
        code.visitVarInsn(ISTORE, CodecWriter.ORDINAL);
        Label begin = new Label();
        Label stop = new Label();
        Label handler = new Label();
        Label past = new Label();
        code.visitTryCatchBlock(begin, stop, handler, "io/deltawire/wire/WireDataException");
        code.visitLabel(begin);
        for (int i = from; i < to; i++) {
            codec.push(i);
            code.visitVarInsn(ISTORE, CodecWriter.ORDINAL);
            jumpUnlessName(names[i], mismatch);
            advance(names[i].length);
            readField(i);
        }
        code.visitLabel(stop);
        code.visitJumpInsn(GOTO, past);
        code.visitLabel(handler);
        codec.throwLocated();
        code.visitLabel(past);
    }

    /** Takes the array at hand: another one after a token, maybe. */
    private void loadArray() {
        code.visitVarInsn(ALOAD, coder);
        decoder("array", "()[B");
        code.visitVarInsn(ASTORE, array);
        code.visitVarInsn(ALOAD, coder);
        decoder("end", "()I");
        code.visitVarInsn(ISTORE, end);
    }

    /** Compares the name in as few pieces as cover it, which overlap where that makes them fewer. */
    private void jumpUnlessName(byte[] name, Label mismatch) {
        int length = name.length;
        code.visitVarInsn(ILOAD, end);
        code.visitVarInsn(ILOAD, at);
        code.visitInsn(ISUB);
        codec.push(length);
        code.visitJumpInsn(IF_ICMPLE, mismatch);
        int size = length >= 8 ? 8 : length >= 4 ? 4 : length >= 2 ? 2 : 1;
        for (int i = 0; i < length; i += size) {
            int offset = Math.min(i, length - size);
            loadPlace(offset);
            codec.helper("word" + size, "([BI)J");
            code.visitLdcInsn(word(name, offset, size));
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFNE, mismatch);
        }
    }

    private static long word(byte[] name, int offset, int size) {
        long word = 0;
        for (int i = 0; i < size; i++) {
            word |= (name[offset + i] & 0xFFL) << 8 * i;
        }
        return word;
    }

    private void readField(int i) {
        Label byToken = new Label();
        Label done = new Label();
        ColumnKind kind = kind(i);
        if (kind != null) {
            if (kind.isReference()) {
                readReference(i, kind, byToken);
            } else {
                readPrimitive(i, kind, byToken);
            }
            code.visitVarInsn(ILOAD, after);
            code.visitVarInsn(ISTORE, at);
            code.visitJumpInsn(GOTO, done);
        }
        code.visitLabel(byToken);
        moveDecoder(i, true);
        codec.readField(i);
        code.visitVarInsn(ALOAD, coder);
        decoder("position", "()I");
        code.visitVarInsn(ISTORE, at);
        loadArray();
        code.visitLabel(done);
    }

    private void moveDecoder(int ordinal, boolean isNamed) {
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        codec.loadShape();
        codec.push(ordinal);
        code.visitInsn(isNamed ? ICONST_1 : ICONST_0);
        decoder("moveTo", "(I" + CodecWriter.SHAPE + "IZ)V");
    }

    private void findEnd(String method, Label byToken) {
        loadCoderAndPlace();
        code.visitVarInsn(ILOAD, end);
        decoder(method, "([BII)I");
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, after);
        code.visitJumpInsn(IFLT, byToken);
    }

    private void readPrimitive(int i, ColumnKind kind, Label byToken) {
        switch (kind) {
            case BOOL -> {
                findEnd("boolEnd", byToken);
                beginPut(i);
                loadCoderAndPlace();
                decoder("bool", "([BI)Z");
            }
            case INT64 -> {
                findEnd("int64End", byToken);
                loadCoderAndPlace();
                decoder("int64", "([BI)J");
                code.visitVarInsn(LSTORE, value);
                checkNarrow(i, byToken);
                beginPut(i);
                code.visitVarInsn(LLOAD, value);
                narrow(i);
            }
            default -> {
                findEnd("float64End", byToken);
                loadCoderAndPlace();
                decoder("float64", "([BI)D");
                code.visitVarInsn(DSTORE, value);
                if (kind == ColumnKind.FLOAT32) {
                    code.visitVarInsn(DLOAD, value);
                    codec.helper("isFloat", "(D)Z");
                    code.visitJumpInsn(IFEQ, byToken);
                }
                beginPut(i);
                code.visitVarInsn(DLOAD, value);
                if (kind == ColumnKind.FLOAT32) {
                    code.visitInsn(D2F);
                }
            }
        }
        endPut(i);
    }

    /** To be called before the value of a field that may be boxed is put on the stack. */
    private void beginPut(int i) {
        codec.beginPut(i);
        if (isBoxed(i)) {
            if (codec.isRecord) {
                code.visitInsn(ACONST_NULL);
            } else {
                codec.get(i);
            }
        }
    }

    private void endPut(int i) {
        if (isBoxed(i)) {
            codec.helper(
                    "box",
                    "(" + CodecWriter.OBJECT + Type.getDescriptor(primitive(i)) + ")"
                            + Type.getDescriptor(codec.members.get(i).type()));
        }
        codec.endPut(i);
    }

    private void checkNarrow(int i, Label byToken) {
        if (primitive(i) == long.class) {
            return;
        }
        code.visitVarInsn(LLOAD, value);
        narrow(i);
        code.visitInsn(I2L);
        code.visitVarInsn(LLOAD, value);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFNE, byToken);
    }

    private void narrow(int i) {
        Class<?> type = primitive(i);
        if (type != long.class) {
            code.visitInsn(L2I);
        }
        if (type == byte.class) {
            code.visitInsn(I2B);
        } else if (type == short.class) {
            code.visitInsn(I2S);
        }
    }

    private void readReference(int i, ColumnKind kind, Label byToken) {
        boolean isText = kind == ColumnKind.TEXT;
        findEnd(isText ? "textEnd" : "temporalEnd", byToken);
        loadCoderAndPlace();
        code.visitVarInsn(ILOAD, after);
        codec.push(i);
        if (isText) {
            decoder("text", "([BIII)Ljava/lang/String;");
        } else {
            decoder("temporal", "([BIII)Ljava/time/temporal/Temporal;");
        }
        if (isChar(i)) {
            storeChar(i, byToken);
            return;
        }
        code.visitVarInsn(ASTORE, reference);
        storeReference(i, byToken);
    }

    private void storeChar(int i, Label byToken) {
        codec.helper("onlyChar", "(Ljava/lang/String;)I");
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, value);
        code.visitJumpInsn(IFLT, byToken);
        beginPut(i);
        code.visitVarInsn(ILOAD, value);
        code.visitInsn(I2C);
        endPut(i);
    }

    /** Puts the value into its field, unless it is there: a store tells the garbage collector. */
    private void storeReference(int i, Label byToken) {
        Member member = codec.members.get(i);
        String type = Type.getInternalName(member.type());
        if (member.type().isEnum()) {
            codec.loadSlot(i);
            code.visitVarInsn(ALOAD, reference);
            codec.helper("enumConstant", "(" + CodecWriter.OBJECT + CodecWriter.OBJECT + ")" + CodecWriter.OBJECT);
            code.visitVarInsn(ASTORE, reference);
        }
        code.visitVarInsn(ALOAD, reference);
        if (member.type().isEnum()) {
            code.visitJumpInsn(IFNULL, byToken);
        } else {
            code.visitTypeInsn(INSTANCEOF, type);
            code.visitJumpInsn(IFEQ, byToken);
        }
        Label same = new Label();
        boolean isCompared = !codec.isRecord && member.getter() == null;
        if (isCompared) {
            codec.get(i);
            code.visitVarInsn(ALOAD, reference);
            code.visitJumpInsn(IF_ACMPEQ, same);
        }
        codec.beginPut(i);
        code.visitVarInsn(ALOAD, reference);
        boolean isPlain = codec.isDirect && member.setter() == null;
        if (isPlain || codec.isRecord && !member.type().isEnum()) {
            code.visitTypeInsn(CHECKCAST, type);
        }
        codec.endPut(i);
        code.visitLabel(same);
    }

    // ---- primitives

    private void loadCoder(String type) {
        code.visitVarInsn(ALOAD, CodecWriter.WIRE);
        code.visitTypeInsn(CHECKCAST, type);
    }

    private void loadCoderAndPlace() {
        code.visitVarInsn(ALOAD, coder);
        loadPlace(0);
    }

    private void call(String method, String descriptor) {
        code.visitVarInsn(ALOAD, 0);
        codec.loadArguments();
        code.visitVarInsn(ALOAD, CodecWriter.OBJ);
        code.visitVarInsn(ILOAD, at);
        code.visitMethodInsn(INVOKEVIRTUAL, codec.ownName(), method, descriptor, false);
    }

    private void encoder(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, ENCODER, method, descriptor, true);
    }

    private void decoder(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, DECODER, method, descriptor, true);
    }
}
