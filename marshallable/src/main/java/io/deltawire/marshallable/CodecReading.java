package io.deltawire.marshallable;

import io.deltawire.marshallable.CodecGenerator.Access;
import io.deltawire.marshallable.CodecGenerator.ClassData;
import io.deltawire.marshallable.CodecGenerator.Member;
import io.deltawire.wire.spi.NumberForm;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/** The code that reads fields by tokens. */
abstract class CodecReading extends CodecCode {
    /** For the fields that are taken from the array; null where the code is for all formats. */
    final StraightReading reading;

    CodecReading(
            ClassPlan plan,
            List<Member> members,
            Slot[] slots,
            ClassData data,
            Access access,
            byte[][] names,
            List<NumberForm> forms) {
        super(plan, members, slots, data, access);
        this.reading = names == null ? null : StraightReading.of(this, names, forms);
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
        int free = FIRST_FREE + 2 * words;
        if (isRecord) {
            free = FIRST_FREE;
            for (int i = 0; i < slots.length; i++) {
                locals[i] = free;
                free += Type.getType(members.get(i).type()).getSize();
            }
        }
        if (reading != null) {
            reading.beginRead(code, free, isFrom);
        }
        if (isRecord) {
            initialComponents();
        } else {
            code.visitVarInsn(ALOAD, 0);
            loadArguments();
            boolean keepsUnknown = UnknownFields.class.isAssignableFrom(plan.type);
            own(keepsUnknown ? "emptiedOrNew" : "targetOrNew", "(L" + IN + ";" + OBJECT + SESSION + ")" + OBJECT);
            castToType();
            code.visitVarInsn(ASTORE, OBJ);
            for (int word = 0; word < words; word++) {
                code.visitInsn(LCONST_0);
                code.visitVarInsn(LSTORE, FIRST_FREE + 2 * word);
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
        return (slots.length + 63) >> 6;
    }

    /** Goes on by tokens in a method of its own, so that this one is small enough to be made a part of its caller. */
    void callReadRest() {
        code.visitVarInsn(ALOAD, 0);
        loadArguments();
        code.visitVarInsn(ALOAD, OBJ);
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitMethodInsn(INVOKEVIRTUAL, ownName(), READ_REST, READ_REST_DESCRIPTOR, false);
        end(ARETURN);
    }

    /** Writes a method that takes the fields of an object by tokens, from that on whose ordinal it is given. */
    void writeReadRest(ClassVisitor writer) {
        int words = words();
        code = writer.visitMethod(ACC_PRIVATE, READ_REST, READ_REST_DESCRIPTOR, null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, OBJ);
        castToType();
        code.visitVarInsn(ASTORE, OBJ);
        markSeenBelow(words);
        TokenLoop loop = new TokenLoop();
        code.visitJumpInsn(GOTO, loop.byName());
        readLoop(loop, words);
    }

    private void firstField() {
        code.visitVarInsn(ALOAD, WIRE);
        loadShape();
        code.visitVarInsn(ALOAD, THE_SESSION);
        helper("firstField", "(L" + IN + ";" + SHAPE + SESSION + ")I");
        code.visitVarInsn(ISTORE, ORDINAL);
    }

    /** A field has been read. */
    void markSeen(int i) {
        if (!isRecord) {
            int seen = FIRST_FREE + 2 * (i >> 6);
            code.visitVarInsn(LLOAD, seen);
            code.visitLdcInsn(1L << i);
            code.visitInsn(LOR);
            code.visitVarInsn(LSTORE, seen);
        }
    }

    /** The fields below that in variable ORDINAL have been read. */
    void markSeenBelow(int words) {
        for (int word = 0; word < words && !isRecord; word++) {
            code.visitVarInsn(ILOAD, ORDINAL);
            push(word);
            helper("seenBelow", "(II)J");
            code.visitVarInsn(LSTORE, FIRST_FREE + 2 * word);
        }
    }

    private void readLoop(TokenLoop loop, int words) {
        Label next = new Label();
        Label other = new Label();
        code.visitLabel(loop.byOrdinal());
        if (slots.length > 0) {
            readCases(next, other);
        }
        code.visitLabel(other);
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitInsn(ICONST_M1); // WireIn.END
        code.visitJumpInsn(IF_ICMPNE, loop.unknown());
        finish(words);
        code.visitLabel(loop.unknown());
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, WIRE);
        if (isRecord) {
            code.visitInsn(ACONST_NULL);
        } else {
            code.visitVarInsn(ALOAD, OBJ);
        }
        code.visitVarInsn(ALOAD, THE_SESSION);
        own("unknownField", "(L" + IN + ";" + OBJECT + SESSION + ")I");
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, ORDINAL);
        code.visitJumpInsn(IFGE, loop.byOrdinal());
        code.visitLabel(next);
        if (reading != null) {
            reading.resume();
        }
        code.visitLabel(loop.byName());
        code.visitVarInsn(ALOAD, WIRE);
        loadShape();
        in("nextField", "(" + SHAPE + ")I");
        code.visitVarInsn(ISTORE, ORDINAL);
        code.visitJumpInsn(GOTO, loop.byOrdinal());
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void readCases(Label next, Label other) {
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label[] cases = new Label[slots.length];
        Arrays.setAll(cases, i -> new Label());
        code.visitTryCatchBlock(begin, end, handler, "io/deltawire/wire/WireDataException");
        code.visitLabel(begin);
        code.visitVarInsn(ILOAD, ORDINAL);
        code.visitTableSwitchInsn(0, cases.length - 1, other, cases);
        for (int i = 0; i < cases.length; i++) {
            code.visitLabel(cases[i]);
            markSeen(i);
            readField(i);
            code.visitJumpInsn(GOTO, next);
        }
        code.visitLabel(end);
        code.visitLabel(handler);
        throwLocated();
    }

    /** Throws the error on the stack, with the field in its path. */
    void throwLocated() {
        loadShape();
        code.visitVarInsn(ILOAD, ORDINAL);
        helper("located", "(Ljava/lang/RuntimeException;" + SHAPE + "I)Ljava/lang/RuntimeException;");
        code.visitInsn(ATHROW);
    }

    /** Returns the object, all of whose fields have been read. */
    void finishAll() {
        if (isRecord) {
            makeRecord();
        } else {
            code.visitVarInsn(ALOAD, OBJ);
            code.visitInsn(ARETURN);
        }
    }

    /** Returns the object, whose fields that have not been read get their defaults. */
    void finish(int words) {
        if (isRecord) {
            makeRecord();
            return;
        }
        Label done = new Label();
        code.visitVarInsn(ALOAD, GIVEN);
        code.visitJumpInsn(IFNULL, done);
        for (int word = 0; word < words; word++) {
            int count = Math.min(64, slots.length - 64 * word);
            Label complete = new Label();
            code.visitVarInsn(LLOAD, FIRST_FREE + 2 * word);
            code.visitLdcInsn(count == 64 ? -1L : (1L << count) - 1);
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFEQ, complete);
            code.visitVarInsn(ALOAD, 0);
            code.visitVarInsn(ALOAD, WIRE);
            code.visitVarInsn(ALOAD, OBJ);
            code.visitVarInsn(ALOAD, THE_SESSION);
            push(word);
            code.visitVarInsn(LLOAD, FIRST_FREE + 2 * word);
            own("resetUnseen", "(L" + IN + ";" + OBJECT + SESSION + "IJ)V");
            code.visitLabel(complete);
        }
        code.visitLabel(done);
        code.visitVarInsn(ALOAD, OBJ);
        code.visitInsn(ARETURN);
    }

    private void initialComponents() {
        for (int i = 0; i < slots.length; i++) {
            Type component = Type.getType(members.get(i).type());
            switch (component.getSort()) {
                case Type.LONG -> code.visitInsn(LCONST_0);
                case Type.DOUBLE -> code.visitInsn(DCONST_0);
                case Type.FLOAT -> code.visitInsn(FCONST_0);
                case Type.OBJECT, Type.ARRAY -> initialReference(i);
                default -> code.visitInsn(ICONST_0);
            }
            code.visitVarInsn(component.getOpcode(ISTORE), locals[i]);
        }
    }

    private void initialReference(int i) {
        if (members.get(i).type() == java.util.Optional.class) {
            code.visitMethodInsn(INVOKESTATIC, "java/util/Optional", "empty", "()Ljava/util/Optional;", false);
        } else {
            code.visitInsn(ACONST_NULL);
        }
    }

    private void makeRecord() {
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(begin, end, handler, "java/lang/Throwable");
        code.visitLabel(begin);
        construct(
                code, i -> code.visitVarInsn(Type.getType(members.get(i).type()).getOpcode(ILOAD), locals[i]));
        code.visitLabel(end);
        code.visitInsn(ARETURN);
        code.visitLabel(handler);
        code.visitVarInsn(ASTORE, OBJ);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, OBJ);
        code.visitTypeInsn(CHECKCAST, "java/lang/Throwable");
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, THE_SESSION);
        own("refused", "(Ljava/lang/Throwable;L" + IN + ";" + SESSION + ")Ljava/lang/RuntimeException;");
        code.visitInsn(ATHROW);
    }

    void readField(int i) {
        beginPut(i);
        readValue(i);
        endPut(i);
    }

    private void readValue(int i) {
        switch (plan.fields.get(i).kind()) {
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
        Class<?> field = members.get(i).type();
        String temporal = TEMPORALS.get(field);
        if (field != String.class && temporal == null) {
            code.visitVarInsn(ALOAD, WIRE);
            loadReused(i);
            constant(OBJECT, slotIndexes[i]);
            code.visitVarInsn(ALOAD, THE_SESSION);
            helper("readValue", "(L" + IN + ";" + OBJECT + OBJECT + SESSION + ")" + OBJECT);
            if (isDirect && members.get(i).setter() == null) {
                code.visitTypeInsn(CHECKCAST, Type.getInternalName(field));
            }
            return;
        }
        Label notNull = new Label();
        Label done = new Label();
        code.visitVarInsn(ALOAD, WIRE);
        in("isNull", "()Z");
        code.visitJumpInsn(IFEQ, notNull);
        code.visitVarInsn(ALOAD, WIRE);
        in("nullValue", "()V");
        code.visitInsn(ACONST_NULL);
        code.visitTypeInsn(CHECKCAST, Type.getInternalName(field));
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(notNull);
        if (temporal == null) {
            readString(i);
        } else {
            narrowed("temporal", "Ljava/time/temporal/Temporal;", temporal, Type.getDescriptor(field));
        }
        code.visitLabel(done);
    }

    /** Keeps the string that the field has where the text is equal to it. */
    private void readString(int i) {
        code.visitVarInsn(ALOAD, WIRE);
        if (isRecord) {
            code.visitInsn(ACONST_NULL);
        } else {
            get(i);
            if (members.get(i).getter() != null) {
                code.visitTypeInsn(CHECKCAST, "java/lang/String");
            }
        }
        in("text", "(Ljava/lang/String;)Ljava/lang/String;");
    }

    /** The former value where the object is used again and the value can be. */
    private void loadReused(int i) {
        if (isRecord || !canReuse(i)) {
            code.visitInsn(ACONST_NULL);
            return;
        }
        Label fresh = new Label();
        Label done = new Label();
        code.visitVarInsn(ALOAD, GIVEN);
        code.visitJumpInsn(IFNULL, fresh);
        code.visitVarInsn(ALOAD, 0);
        get(i);
        code.visitIntInsn(SIPUSH, i);
        own("ownValue", "(" + OBJECT + "I)" + OBJECT);
        code.visitJumpInsn(GOTO, done);
        code.visitLabel(fresh);
        code.visitInsn(ACONST_NULL);
        code.visitLabel(done);
    }

    private boolean canReuse(int i) {
        ValueCodec codec = slots[i].codec();
        Class<?> field = members.get(i).type();
        return !(codec instanceof EnumCodec)
                && (!(codec instanceof ScalarCodec)
                        || field == StringBuilder.class
                        || Bytes.class.isAssignableFrom(field));
    }

    private void scalar(String method, String result) {
        code.visitVarInsn(ALOAD, WIRE);
        in(method, "()" + result);
    }

    private void narrowed(String method, String result, String narrowing, String narrow) {
        scalar(method, result);
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, THE_SESSION);
        helper(narrowing, "(" + result + "L" + IN + ";" + SESSION + ")" + narrow);
    }
}
