package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.codec.ScalarCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the code that reads fields by tokens: all fields, or those that direct decoding leaves. It owns the loop
 * over the names and the bits of the fields that have been read.
 */
final class TokenReading implements Opcodes {
    private final ClassAssembler codec;

    /** Decodes fields from the array; null if the class is for all formats. */
    private final DirectReading directReading;

    /**
     * @param names the field names as one format encodes them; null for code for all formats
     * @param forms the number encodings of that format which the code decodes by itself
     */
    TokenReading(ClassAssembler codec, byte[][] names, List<NumberEncoding> forms) {
        this.codec = codec;
        this.directReading = names == null ? null : DirectReading.create(codec, this, names, forms);
    }

    /** Returns the code that decodes fields from the array; null if the class is for all formats. */
    DirectReading directReading() {
        return directReading;
    }

    /**
     * The entries of the loop that reads fields by tokens.
     *
     * @param byOrdinal entered at the value of the field whose ordinal is in the variable
     * @param unknown entered before the name of a field that the class lacks
     * @param byName entered before any name, or at the end of the object
     */
    record TokenLoop(Label byOrdinal, Label unknown, Label byName) {
        TokenLoop() {
            this(new Label(), new Label(), new Label());
        }
    }

    /** @param isFrom whether the method is given the offset to start from */
    void readFields(boolean isFrom) {
        int words = seenWordCount();
        int free = ClassAssembler.FIRST_FREE + 2 * words;
        if (codec.isRecord()) {
            free = ClassAssembler.FIRST_FREE;
            for (int i = 0; i < codec.codecConstants().length; i++) {
                codec.componentVars()[i] = free;
                free += Type.getType(codec.members().get(i).type()).getSize();
            }
        }
        if (directReading != null) {
            directReading.beginRead(free, isFrom);
        }
        if (codec.isRecord()) {
            initializeComponents();
        } else {
            codec.code().visitVarInsn(ALOAD, 0);
            codec.loadArguments();
            boolean keepsUnknown =
                    UnknownFields.class.isAssignableFrom(codec.plan().type());
            codec.callInherited(
                    keepsUnknown ? "recycledOrNew" : "targetOrNew",
                    "(L" + ClassAssembler.IN + ";" + ClassAssembler.OBJECT + ClassAssembler.CONTEXT_TYPE + ")"
                            + ClassAssembler.OBJECT);
            codec.castToType();
            codec.code().visitVarInsn(ASTORE, ClassAssembler.INSTANCE);
            for (int word = 0; word < words; word++) {
                codec.code().visitInsn(LCONST_0);
                codec.code().visitVarInsn(LSTORE, ClassAssembler.FIRST_FREE + 2 * word);
            }
        }
        TokenLoop loop = new TokenLoop();
        if (directReading == null) {
            loadFirstField();
        } else if (!directReading.decodeAll(loop, words, isFrom)) {
            return;
        }
        readLoop(loop, words);
    }

    /** Returns how many long variables hold one bit a field. */
    private int seenWordCount() {
        return (codec.codecConstants().length + 63) >> 6;
    }

    /** Emits the call of a separate method that reads the rest by tokens. This one stays small enough to be inlined. */
    void callReadRest() {
        codec.code().visitVarInsn(ALOAD, 0);
        codec.loadArguments();
        codec.code().visitVarInsn(ALOAD, ClassAssembler.INSTANCE);
        codec.code().visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
        codec.callOwn(ClassAssembler.READ_REST, ClassAssembler.READ_REST_DESCRIPTOR);
        codec.endMethod(ARETURN);
    }

    /** Writes the method that reads the fields from a given ordinal on by tokens. */
    void writeReadRest() {
        int words = seenWordCount();
        codec.beginMethod(ACC_PRIVATE, ClassAssembler.READ_REST, ClassAssembler.READ_REST_DESCRIPTOR);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.INSTANCE);
        codec.castToType();
        codec.code().visitVarInsn(ASTORE, ClassAssembler.INSTANCE);
        markSeenBelow(words);
        TokenLoop loop = new TokenLoop();
        codec.code().visitJumpInsn(GOTO, loop.byName());
        readLoop(loop, words);
    }

    private void loadFirstField() {
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.loadShape();
        codec.code().visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
        codec.callStatic(
                "firstField",
                "(L" + ClassAssembler.IN + ";" + ClassAssembler.SHAPE + ClassAssembler.CONTEXT_TYPE + ")I");
        codec.code().visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
    }

    /** A field has been read. */
    void markSeen(int i) {
        if (!codec.isRecord()) {
            int seen = ClassAssembler.FIRST_FREE + 2 * (i >> 6);
            codec.code().visitVarInsn(LLOAD, seen);
            codec.code().visitLdcInsn(1L << i);
            codec.code().visitInsn(LOR);
            codec.code().visitVarInsn(LSTORE, seen);
        }
    }

    /** The fields below that in variable ORDINAL have been read. */
    void markSeenBelow(int words) {
        for (int word = 0; word < words && !codec.isRecord(); word++) {
            codec.code().visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
            codec.push(word);
            codec.callStatic("seenBelow", "(II)J");
            codec.code().visitVarInsn(LSTORE, ClassAssembler.FIRST_FREE + 2 * word);
        }
    }

    private void readLoop(TokenLoop loop, int words) {
        Label next = new Label();
        Label other = new Label();
        codec.code().visitLabel(loop.byOrdinal());
        if (codec.codecConstants().length > 0) {
            readCases(next, other);
        }
        codec.code().visitLabel(other);
        codec.code().visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
        codec.code().visitInsn(ICONST_M1); // WireIn.END
        codec.code().visitJumpInsn(IF_ICMPNE, loop.unknown());
        finish(words);
        codec.code().visitLabel(loop.unknown());
        codec.code().visitVarInsn(ALOAD, 0);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        if (codec.isRecord()) {
            codec.code().visitInsn(ACONST_NULL);
        } else {
            codec.code().visitVarInsn(ALOAD, ClassAssembler.INSTANCE);
        }
        codec.code().visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
        codec.callInherited(
                "unknownField",
                "(L" + ClassAssembler.IN + ";" + ClassAssembler.OBJECT + ClassAssembler.CONTEXT_TYPE + ")I");
        codec.code().visitInsn(DUP);
        codec.code().visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
        codec.code().visitJumpInsn(IFGE, loop.byOrdinal());
        codec.code().visitLabel(next);
        if (directReading != null) {
            directReading.resume();
        }
        codec.code().visitLabel(loop.byName());
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.loadShape();
        codec.callReader("nextField", "(" + ClassAssembler.SHAPE + ")I");
        codec.code().visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
        codec.code().visitJumpInsn(GOTO, loop.byOrdinal());
        codec.code().visitMaxs(0, 0);
        codec.code().visitEnd();
    }

    private void readCases(Label next, Label other) {
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label[] cases = new Label[codec.codecConstants().length];
        Arrays.setAll(cases, i -> new Label());
        codec.code().visitTryCatchBlock(begin, end, handler, "io/deltawire/wire/WireDataException");
        codec.code().visitLabel(begin);
        codec.code().visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
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

    /** Emits the throw of the error on the stack, with the field added to its path. */
    void throwLocated() {
        codec.loadShape();
        codec.code().visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
        codec.callStatic(
                "withFieldPath",
                "(Ljava/lang/RuntimeException;" + ClassAssembler.SHAPE + "I)Ljava/lang/RuntimeException;");
        codec.code().visitInsn(ATHROW);
    }

    /** Emits the return of an object all of whose fields were read. */
    void finishAll() {
        if (codec.isRecord()) {
            constructRecord();
        } else {
            codec.code().visitVarInsn(ALOAD, ClassAssembler.INSTANCE);
            codec.code().visitInsn(ARETURN);
        }
    }

    /** Emits the return of the object; fields that were not read get their defaults. */
    void finish(int words) {
        if (codec.isRecord()) {
            constructRecord();
            return;
        }
        Label done = new Label();
        codec.code().visitVarInsn(ALOAD, ClassAssembler.ARGUMENT);
        codec.code().visitJumpInsn(IFNULL, done);
        for (int word = 0; word < words; word++) {
            int count = Math.min(64, codec.codecConstants().length - 64 * word);
            Label complete = new Label();
            codec.code().visitVarInsn(LLOAD, ClassAssembler.FIRST_FREE + 2 * word);
            codec.code().visitLdcInsn(count == 64 ? -1L : (1L << count) - 1);
            codec.code().visitInsn(LCMP);
            codec.code().visitJumpInsn(IFEQ, complete);
            codec.code().visitVarInsn(ALOAD, 0);
            codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
            codec.code().visitVarInsn(ALOAD, ClassAssembler.INSTANCE);
            codec.code().visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
            codec.push(word);
            codec.code().visitVarInsn(LLOAD, ClassAssembler.FIRST_FREE + 2 * word);
            codec.callInherited(
                    "resetUnseen",
                    "(L" + ClassAssembler.IN + ";" + ClassAssembler.OBJECT + ClassAssembler.CONTEXT_TYPE + "IJ)V");
            codec.code().visitLabel(complete);
        }
        codec.code().visitLabel(done);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.INSTANCE);
        codec.code().visitInsn(ARETURN);
    }

    private void initializeComponents() {
        for (int i = 0; i < codec.codecConstants().length; i++) {
            Type component = Type.getType(codec.members().get(i).type());
            switch (component.getSort()) {
                case Type.LONG -> codec.code().visitInsn(LCONST_0);
                case Type.DOUBLE -> codec.code().visitInsn(DCONST_0);
                case Type.FLOAT -> codec.code().visitInsn(FCONST_0);
                case Type.OBJECT, Type.ARRAY -> loadInitialReference(i);
                default -> codec.code().visitInsn(ICONST_0);
            }
            codec.code().visitVarInsn(component.getOpcode(ISTORE), codec.componentVars()[i]);
        }
    }

    private void loadInitialReference(int i) {
        if (codec.members().get(i).type() == java.util.Optional.class) {
            codec.code().visitMethodInsn(INVOKESTATIC, "java/util/Optional", "empty", "()Ljava/util/Optional;", false);
        } else {
            codec.code().visitInsn(ACONST_NULL);
        }
    }

    private void constructRecord() {
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        codec.code().visitTryCatchBlock(begin, end, handler, "java/lang/Throwable");
        codec.code().visitLabel(begin);
        codec.construct(i -> codec.code()
                .visitVarInsn(Type.getType(codec.members().get(i).type()).getOpcode(ILOAD), codec.componentVars()[i]));
        codec.code().visitLabel(end);
        codec.code().visitInsn(ARETURN);
        codec.code().visitLabel(handler);
        codec.code().visitVarInsn(ASTORE, ClassAssembler.INSTANCE);
        codec.code().visitVarInsn(ALOAD, 0);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.INSTANCE);
        codec.code().visitTypeInsn(CHECKCAST, "java/lang/Throwable");
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
        codec.callInherited(
                "constructorError",
                "(Ljava/lang/Throwable;L" + ClassAssembler.IN + ";" + ClassAssembler.CONTEXT_TYPE
                        + ")Ljava/lang/RuntimeException;");
        codec.code().visitInsn(ATHROW);
    }

    void readField(int i) {
        codec.beginStore(i);
        readValue(i);
        codec.endStore(i);
    }

    private void readValue(int i) {
        switch (codec.plan().fields().get(i).kind()) {
            case BOOLEAN -> callScalar("bool", "Z");
            case BYTE -> callNarrowed("int64", "J", "int8", "B");
            case SHORT -> callNarrowed("int64", "J", "int16", "S");
            case CHAR -> callNarrowed("text", "Ljava/lang/String;", "char16", "C");
            case INT -> callNarrowed("int64", "J", "int32", "I");
            case LONG -> callScalar("int64", "J");
            case FLOAT -> callNarrowed("float64", "D", "float32", "F");
            case DOUBLE -> callScalar("float64", "D");
            default -> readReference(i);
        }
    }

    private void readReference(int i) {
        Class<?> field = codec.members().get(i).type();
        String temporal = ClassAssembler.TEMPORALS.get(field);
        if (field != String.class && temporal == null) {
            codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
            loadReused(i);
            codec.loadCodec(i);
            codec.code().visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
            codec.callStatic(
                    "readValue",
                    "(L" + ClassAssembler.IN + ";" + ClassAssembler.OBJECT + ClassAssembler.OBJECT
                            + ClassAssembler.CONTEXT_TYPE + ")" + ClassAssembler.OBJECT);
            if (codec.isDirect() && codec.members().get(i).setter() == null) {
                codec.code().visitTypeInsn(CHECKCAST, Type.getInternalName(field));
            }
            return;
        }
        Label notNull = new Label();
        Label done = new Label();
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.callReader("isNull", "()Z");
        codec.code().visitJumpInsn(IFEQ, notNull);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.callReader("nullValue", "()V");
        codec.code().visitInsn(ACONST_NULL);
        codec.code().visitTypeInsn(CHECKCAST, Type.getInternalName(field));
        codec.code().visitJumpInsn(GOTO, done);
        codec.code().visitLabel(notNull);
        if (temporal == null) {
            readString(i);
        } else {
            callNarrowed("temporal", "Ljava/time/temporal/Temporal;", temporal, Type.getDescriptor(field));
        }
        codec.code().visitLabel(done);
    }

    /** Emits the reading of a string; the field's current string is kept if it is equal. */
    private void readString(int i) {
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        if (codec.isRecord()) {
            codec.code().visitInsn(ACONST_NULL);
        } else {
            codec.loadField(i);
            if (codec.members().get(i).getter() != null) {
                codec.code().visitTypeInsn(CHECKCAST, "java/lang/String");
            }
        }
        codec.callReader("text", "(Ljava/lang/String;)Ljava/lang/String;");
    }

    /** Pushes the field's current value if it can be filled again, else null. */
    private void loadReused(int i) {
        if (codec.isRecord() || !canReuse(i)) {
            codec.code().visitInsn(ACONST_NULL);
            return;
        }
        Label fresh = new Label();
        Label done = new Label();
        if (codec.members().get(i).type()
                != CharSequence.class) { // a new object decides about a builder in such a field
            codec.code().visitVarInsn(ALOAD, ClassAssembler.ARGUMENT);
            codec.code().visitJumpInsn(IFNULL, fresh);
        }
        codec.code().visitVarInsn(ALOAD, 0);
        codec.loadField(i);
        codec.code().visitIntInsn(SIPUSH, i);
        codec.callInherited("reusableValue", "(" + ClassAssembler.OBJECT + "I)" + ClassAssembler.OBJECT);
        codec.code().visitJumpInsn(GOTO, done);
        codec.code().visitLabel(fresh);
        codec.code().visitInsn(ACONST_NULL);
        codec.code().visitLabel(done);
    }

    private boolean canReuse(int i) {
        ValueCodec of = codec.codecConstants()[i].codec();
        Class<?> field = codec.members().get(i).type();
        return !(of instanceof EnumCodec)
                && (!(of instanceof ScalarCodec)
                        || field == StringBuilder.class
                        || field == CharSequence.class
                        || Bytes.class.isAssignableFrom(field));
    }

    private void callScalar(String method, String result) {
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.callReader(method, "()" + result);
    }

    private void callNarrowed(String method, String result, String narrowing, String narrow) {
        callScalar(method, result);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
        codec.callStatic(
                narrowing, "(" + result + "L" + ClassAssembler.IN + ";" + ClassAssembler.CONTEXT_TYPE + ")" + narrow);
    }
}
