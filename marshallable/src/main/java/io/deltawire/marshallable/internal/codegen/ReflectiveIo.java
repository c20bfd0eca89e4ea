package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.NumberNarrowing;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.TypeMismatch;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.schema.KotlinConstructor;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads and writes fields by reflection. It serves where no code can be generated, and tests compare generated code
 * with it.
 */
public final class ReflectiveIo extends FieldIo {
    private final ObjectCodec codec;
    private final ClassPlan plan;
    private final Shape shape;
    private final FieldPlan[] fields;
    private final String[] comments;
    private final CodecConstant[] codecConstants;

    /** Creates the object after its values were read; null for a record and where the values are set one by one. */
    private final KotlinConstructor kotlin;

    private final boolean[] isRequired;
    private final boolean[] isNotNull;
    private final boolean hasNotNull;

    public ReflectiveIo(ObjectCodec codec) {
        this.codec = codec;
        this.plan = codec.plan();
        this.shape = plan.shape();
        this.fields = plan.fields().toArray(new FieldPlan[0]);
        this.comments = plan.fields().stream().map(FieldPlan::comment).toArray(String[]::new);
        this.codecConstants = codec.codecConstants();
        this.kotlin = plan.kotlinConstructor();
        this.isRequired = new boolean[fields.length];
        this.isNotNull = new boolean[fields.length];
        boolean isAnyNotNull = false;
        for (int i = 0; i < fields.length; i++) {
            isRequired[i] = fields[i].isRequired() || kotlin != null && kotlin.isRequired(i);
            isNotNull[i] = fields[i].isRequired() || kotlin != null && kotlin.isNotNull(i);
            isAnyNotNull |= isNotNull[i];
        }
        this.hasNotNull = isAnyNotNull;
    }

    @Override
    public void writeFields(WireOut out, Object object, CodecContext context) {
        for (int i = 0; i < fields.length; i++) {
            String comment = comments[i];
            if (comment != null && context.writesComments()) {
                out.comment(comment);
            }
            out.field(i);
            try {
                writeField(out, object, i, context);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e); // made accessible when the plan was made
            }
        }
    }

    private void writeField(WireOut out, Object object, int i, CodecContext context) throws IllegalAccessException {
        Field field = fields[i].field();
        switch (fields[i].kind()) {
            case BOOLEAN -> out.bool(field.getBoolean(object));
            case BYTE -> out.int64(field.getByte(object));
            case SHORT -> out.int64(field.getShort(object));
            case CHAR -> out.text(NumberNarrowing.charText(field.getChar(object)));
            case INT -> out.int64(field.getInt(object));
            case LONG -> out.int64(field.getLong(object));
            case FLOAT -> out.float32(field.getFloat(object));
            case DOUBLE -> out.float64(field.getDouble(object));
            default -> codecConstants[i].codec().writeOrNull(out, field.get(object), context);
        }
    }

    @Override
    public Object readFields(WireIn in, Object target, CodecContext context) {
        if (kotlin != null) {
            return readByConstructor(in, target, context);
        }
        return plan.instances().isRecord() ? readRecord(in, context) : readObject(in, target, context);
    }

    private Object readObject(WireIn in, Object target, CodecContext context) {
        boolean reused = target != null;
        Object object = reused ? codec.prepareForReuse(target) : codec.newInstance(in, context);
        long[] seen = new long[(fields.length + 63) >> 6];
        for (int i = context.takeFirstField(in, shape); i != WireIn.END; i = in.nextField(shape)) {
            int ordinal = i >= 0 ? i : codec.handleUnknownField(in, object, context);
            if (ordinal >= 0) {
                seen[ordinal >> 6] |= 1L << ordinal;
                refuseNull(in, ordinal, context);
                try {
                    readField(in, object, ordinal, reused, context);
                } catch (TypeMismatch e) {
                    throw e.inField(shape.name(ordinal));
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e); // made accessible when the plan was made
                }
            }
        }
        requireFields(in, seen, context);
        if (reused) {
            for (int word = 0; word < seen.length; word++) {
                codec.resetAbsentFields(in, object, context, word, seen[word]);
            }
        }
        return object;
    }

    private void refuseNull(WireIn in, int ordinal, CodecContext context) {
        if (isNotNull[ordinal] && in.isNull()) {
            throw context.mismatch(in, "expected a value but was null").inField(shape.name(ordinal));
        }
    }

    /** Refuses an object that lacks a required field. */
    private void requireFields(WireIn in, long[] seen, CodecContext context) {
        if (!hasNotNull) {
            return;
        }
        for (int i = 0; i < fields.length; i++) {
            if (isRequired[i] && (seen[i >> 6] & 1L << i) == 0) {
                String why = fields[i].isRequired() ? "is required" : "has no default and cannot be null";
                throw context.mismatch(
                        in,
                        "expected the field " + shape.name(i) + " of "
                                + plan.type().getSimpleName() + ", which " + why + ", but it is not there");
            }
        }
    }

    private void readField(WireIn in, Object object, int i, boolean reused, CodecContext context)
            throws IllegalAccessException {
        Field field = fields[i].field();
        switch (fields[i].kind()) {
            case BOOLEAN -> field.setBoolean(object, in.bool());
            case BYTE -> field.setByte(object, NumberNarrowing.int8(in.int64(), in, context));
            case SHORT -> field.setShort(object, NumberNarrowing.int16(in.int64(), in, context));
            case CHAR -> field.setChar(object, NumberNarrowing.char16(in.text(), in, context));
            case INT -> field.setInt(object, NumberNarrowing.int32(in.int64(), in, context));
            case LONG -> field.setLong(object, in.int64());
            case FLOAT -> field.setFloat(object, NumberNarrowing.float32(in.float64(), in, context));
            case DOUBLE -> field.setDouble(object, in.float64());
            default -> {
                boolean mayReuse = reused || field.getType() == CharSequence.class; // as in TokenReading
                Object current = mayReuse ? field.get(object) : null;
                Object reuse = current == null || codec.sharedDefaults().isShared(current, i) ? null : current;
                field.set(object, codecConstants[i].codec().readOrNull(in, reuse, context));
            }
        }
    }

    private Object readRecord(WireIn in, CodecContext context) {
        Object[] values = new Object[fields.length];
        readValues(in, values, null, context);
        return codec.newInstance(in, context, values);
    }

    /**
     * Reads all values, creates an object of them, and sets the fields that the constructor does not set. An object to
     * fill takes over the content of the new one.
     */
    private Object readByConstructor(WireIn in, Object target, CodecContext context) {
        Object[] values = new Object[fields.length];
        Map<String, Object> unknown = new LinkedHashMap<>(0);
        UnknownFields keeper = () -> unknown;
        long[] seen = readValues(in, values, keeper, context);
        Object made;
        try {
            made = kotlin.newInstance(values, seen);
        } catch (IllegalStateException e) {
            throw context.mismatch(in, e.getMessage(), e);
        }
        for (int i = 0; i < fields.length; i++) {
            if (!kotlin.isParameter(i) && (seen[i >> 6] & 1L << i) != 0) {
                fields[i].set(made, values[i]);
            }
        }
        Object read = made;
        if (target != null) {
            read = codec.prepareForReuse(target);
            codec.moveFields(made, read);
        }
        if (read instanceof UnknownFields kept) {
            unknown.forEach(kept::unknownField);
        }
        return read;
    }

    /**
     * Reads the values of all fields.
     *
     * @param values is filled; the values of absent fields are null, 0 and false
     * @param keeper takes unknown fields if the class keeps them, or null
     * @return a bit for each field, set if it was there
     */
    private long[] readValues(WireIn in, Object[] values, UnknownFields keeper, CodecContext context) {
        for (int i = 0; i < values.length; i++) {
            values[i] = zero(fields[i]);
        }
        long[] seen = new long[(fields.length + 63) >> 6];
        for (int i = context.takeFirstField(in, shape); i != WireIn.END; i = in.nextField(shape)) {
            int ordinal = i >= 0 ? i : codec.handleUnknownField(in, keeper, context);
            if (ordinal >= 0) {
                seen[ordinal >> 6] |= 1L << ordinal;
                refuseNull(in, ordinal, context);
                // The codec of a primitive rejects null with its own error.
                try {
                    values[ordinal] = fields[ordinal].isPrimitive()
                            ? codecConstants[ordinal].codec().read(in, null, context)
                            : codecConstants[ordinal].codec().readOrNull(in, null, context);
                } catch (TypeMismatch e) {
                    throw e.inField(shape.name(ordinal));
                }
            }
        }
        requireFields(in, seen, context);
        return seen;
    }

    private static Object zero(FieldPlan field) {
        return switch (field.kind()) {
            case BOOLEAN -> false;
            case BYTE -> (byte) 0;
            case SHORT -> (short) 0;
            case CHAR -> (char) 0;
            case INT -> 0;
            case LONG -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            default -> field.type().raw() == java.util.Optional.class ? java.util.Optional.empty() : null;
        };
    }
}
