package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.codec.ScalarCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The code of a codec that reads fields by tokens: all of them, or what code for one format has not taken from the array. */
final class TokenReading implements Opcodes {
    private final CodecCode codec;

    /** For the fields that are taken from the array; null where the code is for all formats. */
    private final StraightReading reading;

    /**
     * @param names the names as a format encodes them, where the code is for one alone; or null
     * @param forms of numbers in that format that the code takes by itself
     */
    TokenReading(CodecCode codec, byte[][] names, List<NumberEncoding> forms) {
        this.codec = codec;
        this.reading = names == null ? null : StraightReading.of(codec, this, names, forms);
    }

    /** The code for the fields that are taken from the array; null where the code is for all formats. */
    StraightReading straight() {
        return reading;
    }

    /**
     * Where the loop that takes fields by tokens can be entered.
     *
     * @param byOrdinal at the value of the field whose ordinal is in the variable
     * @param unknown in front of the name of a field that the class does not have
     * @param byName in front of any name, or the end of the object
     */
    record TokenLoop(Label byOrdinal, Label unknown, Label byName) {
        TokenLoop() {
            this(new Label(), new Label(), new Label());
        }
    }

    /** @param isFrom whether an index is given to begin from */
    void readFields(boolean isFrom) {
        int words = words();
        int free = CodecCode.FIRST_FREE + 2 * words;
        if (codec.isRecord()) {
            free = CodecCode.FIRST_FREE;
            for (int i = 0; i < codec.slots().length; i++) {
                codec.locals()[i] = free;
                free += Type.getType(codec.members().get(i).type()).getSize();
            }
        }
        if (reading != null) {
            reading.beginRead(codec.code(), free, isFrom);
        }
        if (codec.isRecord()) {
            initialComponents();
        } else {
            codec.code().visitVarInsn(ALOAD, 0);
            codec.loadArguments();
            boolean keepsUnknown =
                    UnknownFields.class.isAssignableFrom(codec.plan().type());
            codec.own(
                    keepsUnknown ? "emptiedOrNew" : "targetOrNew",
                    "(L" + CodecCode.IN + ";" + CodecCode.OBJECT + CodecCode.SESSION + ")" + CodecCode.OBJECT);
            codec.castToType();
            codec.code().visitVarInsn(ASTORE, CodecCode.OBJ);
            for (int word = 0; word < words; word++) {
                codec.code().visitInsn(LCONST_0);
                codec.code().visitVarInsn(LSTORE, CodecCode.FIRST_FREE + 2 * word);
            }
        }
        TokenLoop loop = new TokenLoop();
        if (reading == null) {
            firstField();
        } else if (!reading.readAll(loop, words, isFrom)) {
            return;
        }
        readLoop(loop, words);
    }

    /** How many variables have a bit for each field. */
    private int words() {
        return (codec.slots().length + 63) >> 6;
    }

    /** Goes on by tokens in a method of its own, so that this one is small enough to be made a part of its caller. */
    void callReadRest() {
        codec.code().visitVarInsn(ALOAD, 0);
        codec.loadArguments();
        codec.code().visitVarInsn(ALOAD, CodecCode.OBJ);
        codec.code().visitVarInsn(ILOAD, CodecCode.ORDINAL);
        codec.code()
                .visitMethodInsn(
                        INVOKEVIRTUAL, codec.ownName(), CodecCode.READ_REST, CodecCode.READ_REST_DESCRIPTOR, false);
        codec.end(ARETURN);
    }

    /** Writes a method that takes the fields of an object by tokens, from that on whose ordinal it is given. */
    void writeReadRest(ClassVisitor writer) {
        int words = words();
        codec.begin(writer.visitMethod(ACC_PRIVATE, CodecCode.READ_REST, CodecCode.READ_REST_DESCRIPTOR, null, null));
        codec.code().visitVarInsn(ALOAD, CodecCode.OBJ);
        codec.castToType();
        codec.code().visitVarInsn(ASTORE, CodecCode.OBJ);
        markSeenBelow(words);
        TokenLoop loop = new TokenLoop();
        codec.code().visitJumpInsn(GOTO, loop.byName());
        readLoop(loop, words);
    }

    private void firstField() {
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.loadShape();
        codec.code().visitVarInsn(ALOAD, CodecCode.THE_SESSION);
        codec.helper("firstField", "(L" + CodecCode.IN + ";" + CodecCode.SHAPE + CodecCode.SESSION + ")I");
        codec.code().visitVarInsn(ISTORE, CodecCode.ORDINAL);
    }

    /** A field has been read. */
    void markSeen(int i) {
        if (!codec.isRecord()) {
            int seen = CodecCode.FIRST_FREE + 2 * (i >> 6);
            codec.code().visitVarInsn(LLOAD, seen);
            codec.code().visitLdcInsn(1L << i);
            codec.code().visitInsn(LOR);
            codec.code().visitVarInsn(LSTORE, seen);
        }
    }

    /** The fields below that in variable ORDINAL have been read. */
    void markSeenBelow(int words) {
        for (int word = 0; word < words && !codec.isRecord(); word++) {
            codec.code().visitVarInsn(ILOAD, CodecCode.ORDINAL);
            codec.push(word);
            codec.helper("seenBelow", "(II)J");
            codec.code().visitVarInsn(LSTORE, CodecCode.FIRST_FREE + 2 * word);
        }
    }

    private void readLoop(TokenLoop loop, int words) {
        Label next = new Label();
        Label other = new Label();
        codec.code().visitLabel(loop.byOrdinal());
        if (codec.slots().length > 0) {
            readCases(next, other);
        }
        codec.code().visitLabel(other);
        codec.code().visitVarInsn(ILOAD, CodecCode.ORDINAL);
        codec.code().visitInsn(ICONST_M1); // WireIn.END
        codec.code().visitJumpInsn(IF_ICMPNE, loop.unknown());
        finish(words);
        codec.code().visitLabel(loop.unknown());
        codec.code().visitVarInsn(ALOAD, 0);
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        if (codec.isRecord()) {
            codec.code().visitInsn(ACONST_NULL);
        } else {
            codec.code().visitVarInsn(ALOAD, CodecCode.OBJ);
        }
        codec.code().visitVarInsn(ALOAD, CodecCode.THE_SESSION);
        codec.own("unknownField", "(L" + CodecCode.IN + ";" + CodecCode.OBJECT + CodecCode.SESSION + ")I");
        codec.code().visitInsn(DUP);
        codec.code().visitVarInsn(ISTORE, CodecCode.ORDINAL);
        codec.code().visitJumpInsn(IFGE, loop.byOrdinal());
        codec.code().visitLabel(next);
        if (reading != null) {
            reading.resume();
        }
        codec.code().visitLabel(loop.byName());
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.loadShape();
        codec.in("nextField", "(" + CodecCode.SHAPE + ")I");
        codec.code().visitVarInsn(ISTORE, CodecCode.ORDINAL);
        codec.code().visitJumpInsn(GOTO, loop.byOrdinal());
        codec.code().visitMaxs(0, 0);
        codec.code().visitEnd();
    }

    private void readCases(Label next, Label other) {
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label[] cases = new Label[codec.slots().length];
        Arrays.setAll(cases, i -> new Label());
        codec.code().visitTryCatchBlock(begin, end, handler, "io/deltawire/wire/WireDataException");
        codec.code().visitLabel(begin);
        codec.code().visitVarInsn(ILOAD, CodecCode.ORDINAL);
        codec.code().visitTableSwitchInsn(0, cases.length - 1, other, cases);
        for (int i = 0; i < cases.length; i++) {
            codec.code().visitLabel(cases[i]);
            markSeen(i);
            readField(i);
            codec.code().visitJumpInsn(GOTO, next);
        }
        codec.code().visitLabel(end);
        codec.code().visitLabel(handler);
        throwLocated();
    }

    /** Throws the error on the stack, with the field in its path. */
    void throwLocated() {
        codec.loadShape();
        codec.code().visitVarInsn(ILOAD, CodecCode.ORDINAL);
        codec.helper("located", "(Ljava/lang/RuntimeException;" + CodecCode.SHAPE + "I)Ljava/lang/RuntimeException;");
        codec.code().visitInsn(ATHROW);
    }

    /** Returns the object, all of whose fields have been read. */
    void finishAll() {
        if (codec.isRecord()) {
            makeRecord();
        } else {
            codec.code().visitVarInsn(ALOAD, CodecCode.OBJ);
            codec.code().visitInsn(ARETURN);
        }
    }

    /** Returns the object, whose fields that have not been read get their defaults. */
    void finish(int words) {
        if (codec.isRecord()) {
            makeRecord();
            return;
        }
        Label done = new Label();
        codec.code().visitVarInsn(ALOAD, CodecCode.GIVEN);
        codec.code().visitJumpInsn(IFNULL, done);
        for (int word = 0; word < words; word++) {
            int count = Math.min(64, codec.slots().length - 64 * word);
            Label complete = new Label();
            codec.code().visitVarInsn(LLOAD, CodecCode.FIRST_FREE + 2 * word);
            codec.code().visitLdcInsn(count == 64 ? -1L : (1L << count) - 1);
            codec.code().visitInsn(LCMP);
            codec.code().visitJumpInsn(IFEQ, complete);
            codec.code().visitVarInsn(ALOAD, 0);
            codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
            codec.code().visitVarInsn(ALOAD, CodecCode.OBJ);
            codec.code().visitVarInsn(ALOAD, CodecCode.THE_SESSION);
            codec.push(word);
            codec.code().visitVarInsn(LLOAD, CodecCode.FIRST_FREE + 2 * word);
            codec.own("resetUnseen", "(L" + CodecCode.IN + ";" + CodecCode.OBJECT + CodecCode.SESSION + "IJ)V");
            codec.code().visitLabel(complete);
        }
        codec.code().visitLabel(done);
        codec.code().visitVarInsn(ALOAD, CodecCode.OBJ);
        codec.code().visitInsn(ARETURN);
    }

    private void initialComponents() {
        for (int i = 0; i < codec.slots().length; i++) {
            Type component = Type.getType(codec.members().get(i).type());
            switch (component.getSort()) {
                case Type.LONG -> codec.code().visitInsn(LCONST_0);
                case Type.DOUBLE -> codec.code().visitInsn(DCONST_0);
                case Type.FLOAT -> codec.code().visitInsn(FCONST_0);
                case Type.OBJECT, Type.ARRAY -> initialReference(i);
                default -> codec.code().visitInsn(ICONST_0);
            }
            codec.code().visitVarInsn(component.getOpcode(ISTORE), codec.locals()[i]);
        }
    }

    private void initialReference(int i) {
        if (codec.members().get(i).type() == java.util.Optional.class) {
            codec.code().visitMethodInsn(INVOKESTATIC, "java/util/Optional", "empty", "()Ljava/util/Optional;", false);
        } else {
            codec.code().visitInsn(ACONST_NULL);
        }
    }

    private void makeRecord() {
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        codec.code().visitTryCatchBlock(begin, end, handler, "java/lang/Throwable");
        codec.code().visitLabel(begin);
        codec.construct(
                codec.code(),
                i -> codec.code()
                        .visitVarInsn(
                                Type.getType(codec.members().get(i).type()).getOpcode(ILOAD), codec.locals()[i]));
        codec.code().visitLabel(end);
        codec.code().visitInsn(ARETURN);
        codec.code().visitLabel(handler);
        codec.code().visitVarInsn(ASTORE, CodecCode.OBJ);
        codec.code().visitVarInsn(ALOAD, 0);
        codec.code().visitVarInsn(ALOAD, CodecCode.OBJ);
        codec.code().visitTypeInsn(CHECKCAST, "java/lang/Throwable");
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.code().visitVarInsn(ALOAD, CodecCode.THE_SESSION);
        codec.own(
                "refused",
                "(Ljava/lang/Throwable;L" + CodecCode.IN + ";" + CodecCode.SESSION + ")Ljava/lang/RuntimeException;");
        codec.code().visitInsn(ATHROW);
    }

    void readField(int i) {
        codec.beginPut(i);
        readValue(i);
        codec.endPut(i);
    }

    private void readValue(int i) {
        switch (codec.plan().fields().get(i).kind()) {
            case BOOLEAN -> scalar("bool", "Z");
            case BYTE -> narrowed("int64", "J", "int8", "B");
            case SHORT -> narrowed("int64", "J", "int16", "S");
            case CHAR -> narrowed("text", "Ljava/lang/String;", "char16", "C");
            case INT -> narrowed("int64", "J", "int32", "I");
            case LONG -> scalar("int64", "J");
            case FLOAT -> narrowed("float64", "D", "float32", "F");
            case DOUBLE -> scalar("float64", "D");
            default -> readReference(i);
        }
    }

    private void readReference(int i) {
        Class<?> field = codec.members().get(i).type();
        String temporal = CodecCode.TEMPORALS.get(field);
        if (field != String.class && temporal == null) {
            codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
            loadReused(i);
            codec.constant(CodecCode.OBJECT, codec.slotIndexes()[i]);
            codec.code().visitVarInsn(ALOAD, CodecCode.THE_SESSION);
            codec.helper(
                    "readValue",
                    "(L" + CodecCode.IN + ";" + CodecCode.OBJECT + CodecCode.OBJECT + CodecCode.SESSION + ")"
                            + CodecCode.OBJECT);
            if (codec.isDirect() && codec.members().get(i).setter() == null) {
                codec.code().visitTypeInsn(CHECKCAST, Type.getInternalName(field));
            }
            return;
        }
        Label notNull = new Label();
        Label done = new Label();
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.in("isNull", "()Z");
        codec.code().visitJumpInsn(IFEQ, notNull);
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.in("nullValue", "()V");
        codec.code().visitInsn(ACONST_NULL);
        codec.code().visitTypeInsn(CHECKCAST, Type.getInternalName(field));
        codec.code().visitJumpInsn(GOTO, done);
        codec.code().visitLabel(notNull);
        if (temporal == null) {
            readString(i);
        } else {
            narrowed("temporal", "Ljava/time/temporal/Temporal;", temporal, Type.getDescriptor(field));
        }
        codec.code().visitLabel(done);
    }

    /** Keeps the string that the field has where the text is equal to it. */
    private void readString(int i) {
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        if (codec.isRecord()) {
            codec.code().visitInsn(ACONST_NULL);
        } else {
            codec.get(i);
            if (codec.members().get(i).getter() != null) {
                codec.code().visitTypeInsn(CHECKCAST, "java/lang/String");
            }
        }
        codec.in("text", "(Ljava/lang/String;)Ljava/lang/String;");
    }

    /** The former value where the object is used again and the value can be. */
    private void loadReused(int i) {
        if (codec.isRecord() || !canReuse(i)) {
            codec.code().visitInsn(ACONST_NULL);
            return;
        }
        Label fresh = new Label();
        Label done = new Label();
        codec.code().visitVarInsn(ALOAD, CodecCode.GIVEN);
        codec.code().visitJumpInsn(IFNULL, fresh);
        codec.code().visitVarInsn(ALOAD, 0);
        codec.get(i);
        codec.code().visitIntInsn(SIPUSH, i);
        codec.own("ownValue", "(" + CodecCode.OBJECT + "I)" + CodecCode.OBJECT);
        codec.code().visitJumpInsn(GOTO, done);
        codec.code().visitLabel(fresh);
        codec.code().visitInsn(ACONST_NULL);
        codec.code().visitLabel(done);
    }

    private boolean canReuse(int i) {
        ValueCodec of = codec.slots()[i].codec();
        Class<?> field = codec.members().get(i).type();
        return !(of instanceof EnumCodec)
                && (!(of instanceof ScalarCodec)
                        || field == StringBuilder.class
                        || Bytes.class.isAssignableFrom(field));
    }

    private void scalar(String method, String result) {
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.in(method, "()" + result);
    }

    private void narrowed(String method, String result, String narrowing, String narrow) {
        scalar(method, result);
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.code().visitVarInsn(ALOAD, CodecCode.THE_SESSION);
        codec.helper(narrowing, "(" + result + "L" + CodecCode.IN + ";" + CodecCode.SESSION + ")" + narrow);
    }
}
