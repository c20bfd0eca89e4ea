package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.NearestName;
import io.deltawire.marshallable.internal.schema.SharedDefaults;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NestingDepth;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.FieldEncoder;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.NumberEncoding;
import io.deltawire.wire.spi.text.Printable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;

/**
 * Writes and reads objects with fields, records among them. A class that implements {@link WriteMarshallable} or
 * {@link ReadMarshallable} does its part by hand; all other fields go through a {@link FieldIo}.
 *
 * <p>The codec owns everything that is computed once for a class: the {@link ClassPlan}, the code for its fields in
 * general and for each format with direct access, the equality, and the shared defaults. All of it is created on first
 * use, because a class may be declared somewhere without ever being written or read. Thread-safe.
 */
public final class ObjectCodec extends ValueCodec {
    private volatile FieldColumns untypedColumns;
    private final GenericType type;
    private final Class<?> raw;
    private final Codecs scope;
    private final boolean writesByHand;
    private final boolean readsByHand;
    private final boolean keepsUnknownFields;
    private final boolean isRecord;
    private final boolean isEqualByFields;
    private volatile ClassPlan plan;
    private volatile List<FieldPlan> keys;
    /** Set before {@link #keys}. */
    private boolean writesKey;

    private FieldIo io;
    private FormatIo formatIo;
    // Benign races: every thread computes the same value.
    private SharedDefaults sharedDefaults;
    private FieldEquality equality;

    ObjectCodec(GenericType type, Codecs scope) {
        this.type = type;
        this.raw = type.raw();
        this.scope = scope;
        this.writesByHand = WriteMarshallable.class.isAssignableFrom(raw);
        this.readsByHand = ReadMarshallable.class.isAssignableFrom(raw);
        this.keepsUnknownFields = UnknownFields.class.isAssignableFrom(raw);
        this.isRecord = raw.isRecord();
        this.isEqualByFields = isEqualByFields(raw);
    }

    public Class<?> type() {
        return raw;
    }

    /** Returns the set that this codec belongs to. */
    public CodecSet set() {
        return scope.set();
    }

    /**
     * Returns the fields of the class as they are on the wire.
     *
     * @throws io.deltawire.wire.WireDataException if the fields of the class are not accessible
     */
    public ClassPlan plan() {
        ClassPlan current = plan;
        if (current == null) {
            current = createPlan();
        }
        return current;
    }

    private synchronized ClassPlan createPlan() {
        if (plan == null) {
            plan = ClassPlan.of(type);
        }
        return plan;
    }

    /** Returns the codecs of the fields, in the form in which generated code holds them. */
    public CodecConstant[] codecConstants() {
        List<FieldPlan> fields = plan().fields();
        CodecConstant[] slots = new CodecConstant[fields.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new CodecConstant(scope.declared(fields.get(i).type()));
        }
        return slots;
    }

    private FieldIo io() {
        FieldIo current = io;
        return current != null ? current : createIo();
    }

    /**
     * Creates the code without holding the lock. The creation initialises the enums of fields, whose initialisers may
     * use this class in another thread.
     */
    private FieldIo createIo() {
        FieldIo created = CodecServices.get().fieldIo(this);
        synchronized (this) {
            if (io == null) {
                io = created;
            }
            return io;
        }
    }

    /**
     * The code for the fields in one format, in a linked list with one entry for each format.
     *
     * @param names the encoding of names in that format, which identifies the format
     * @param io the code generated for it, or the code for all formats if none was generated
     * @param next the entry of another format, or null
     */
    private record FormatIo(Shape.Attachment<byte[][]> names, FieldIo io, FormatIo next) {}

    /** Returns the code for a format that encodes and decodes fields directly. */
    private FieldIo io(Shape.Attachment<byte[][]> names, List<NumberEncoding> forms) {
        FieldIo current = findIo(names);
        return current != null ? current : createIo(names, forms);
    }

    @SuppressWarnings("ReferenceEquality") // an attachment is its own identity
    private FieldIo findIo(Shape.Attachment<byte[][]> names) {
        for (FormatIo each = formatIo; each != null; each = each.next) {
            if (each.names == names) {
                return each.io;
            }
        }
        return null;
    }

    /** Creates the code for one format, without holding the lock, for the reason given at {@link #createIo()}. */
    private FieldIo createIo(Shape.Attachment<byte[][]> names, List<NumberEncoding> forms) {
        byte[][] bytes = plan().shape().get(names);
        FieldIo created =
                bytes.length == plan().fields().size() ? CodecServices.get().fieldIo(this, bytes, forms) : null;
        created = created == null ? io() : created;
        synchronized (this) {
            FieldIo first = findIo(names);
            if (first == null) {
                formatIo = new FormatIo(names, created, formatIo);
            }
            return first == null ? created : first;
        }
    }

    /**
     * Returns the fields as columns for one wire, or null if the class writes or reads by hand, keeps unknown fields,
     * or has no columns. Flat columns are the same instance for all wires.
     */
    public FieldColumns columns(CodecContext session) {
        return writesByHand || readsByHand || keepsUnknownFields ? null : io().columns(session);
    }

    /**
     * Returns the columns for objects that are written without their type name, or null if there are none. A wire
     * always gets the same instance.
     */
    public FieldColumns untypedColumns(CodecContext session) {
        FieldColumns current = untypedColumns;
        return current != null ? current : session.untypedColumns(this, this::newUntypedColumns);
    }

    private FieldColumns newUntypedColumns(CodecContext session) {
        FieldColumns columns = columns(session);
        if (columns == null || !columns.isFlat()) {
            return columns == null ? null : new DelegatingColumns(columns);
        }
        synchronized (this) {
            if (untypedColumns == null) {
                untypedColumns = new DelegatingColumns(columns);
            }
            return untypedColumns;
        }
    }

    @Override
    boolean hasFields() {
        return true;
    }

    @Override
    public String typeName(Object value, CodecContext session) {
        return session.nameOf(raw);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        if (writesByHand) {
            out.beginObject();
            writeByHand(out, (WriteMarshallable) value);
        } else {
            out.beginObject(plan().shape());
            writeFields(out, value, session);
        }
        out.endObject();
    }

    private void writeByHand(WireOut out, WriteMarshallable value) {
        if (!(out instanceof NestingGuard writer)) {
            value.writeMarshallable(out);
            return;
        }
        int depth = writer.depth();
        int before = writer.setGuard(depth);
        try {
            value.writeMarshallable(out);
            if (writer.depth() != depth) {
                throw new IllegalStateException(
                        describe() + ".writeMarshallable() has begun an object or list that it has not ended");
            }
        } finally {
            writer.setGuard(before);
        }
    }

    /** Returns whether {@link #writeFields} is supported, because the class does not write by hand. */
    public boolean writesFields() {
        return !writesByHand;
    }

    /** Writes the fields into an object that the caller has begun with the shape of the {@link #plan}. */
    public void writeFields(WireOut out, Object value, CodecContext session) {
        boolean isDirect = out instanceof FieldEncoder encoder
                && !(session.writesComments() && plan().hasComments())
                && encoder.takesFields();
        FieldIo fields = isDirect ? io(((FieldEncoder) out).names(), ((FieldEncoder) out).numberEncodings()) : io();
        fields.writeFields(out, value, session);
        if (keepsUnknownFields) {
            writeUnknownFields(out, (UnknownFields) value, session);
        }
    }

    /**
     * Returns the code that encodes the fields directly into an encoder's array, or null if that is not always
     * possible.
     */
    public FieldIo directIo(FieldEncoder encoder, CodecContext session) {
        if (keepsUnknownFields || writesByHand || session.writesComments() && plan().hasComments()) {
            return null;
        }
        FieldIo fields = io(encoder.names(), encoder.numberEncodings());
        return fields != null && fields.isDirect() ? fields : null;
    }

    /**
     * Returns the code that decodes the fields directly from a decoder's array after a message prefix, or null if there
     * is none.
     */
    public FieldIo directIo(MessageDecoder decoder, MessagePrefix prefix) {
        FieldIo fields = readsByHand ? null : io(decoder.names(prefix), decoder.numberEncodings());
        return fields != null && fields.isDirect() ? fields : null;
    }

    private void writeUnknownFields(WireOut out, UnknownFields object, CodecContext session) {
        Map<String, Object> kept = object.unknownFields();
        if (kept != null) {
            ValueCodec any = scope.set().any();
            for (Map.Entry<String, Object> entry : kept.entrySet()) {
                String name = entry.getKey();
                if (plan().shape().ordinal(name) >= 0) {
                    throw session.unwritable(
                            "the unknown field " + Printable.quote(name) + " is a field of " + describe() + " itself");
                }
                out.field(name);
                any.writeOrNull(out, entry.getValue(), session);
            }
        }
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        Object target = reusable(reuse);
        if (readsByHand) {
            if (target == null) {
                target = newInstance(in, session);
            }
            in.beginObject();
            readByHand(in, (ReadMarshallable) target);
        } else {
            boolean isBegun = session.hasFirstField();
            if (!isBegun) {
                in.beginObject();
            }
            FieldIo fields = isBegun ? io() : ioFor(in);
            // A call of readEntered would cost one more stack frame for each level of nesting.
            target = fields.readFields(in, target, session);
        }
        in.endObject();
        return target;
    }

    private void readByHand(WireIn in, ReadMarshallable target) {
        if (!(in instanceof NestingDepth reader)) {
            target.readMarshallable(in);
            return;
        }
        int depth = reader.depth();
        target.readMarshallable(in);
        int depthAfter = reader.depth();
        if (depthAfter != depth) {
            throw new IllegalStateException(describe() + ".readMarshallable() has "
                    + (depthAfter > depth
                            ? "begun an object or list that it has not ended"
                            : "ended what it has not begun"));
        }
    }

    /** Returns a former object if it can be filled again: it has exactly this class and is not a record. Else null. */
    public Object reusable(Object former) {
        return former != null && former.getClass() == raw && !isRecord ? former : null;
    }

    private FieldIo ioFor(WireIn in) {
        return in instanceof FieldDecoder decoder ? io(decoder.names(), decoder.numberEncodings()) : io();
    }

    /**
     * Reads the fields of an object that the caller has begun and will end. The class must not read by hand
     * ({@link #readsFields}).
     */
    public Object readBegunObject(WireIn in, Object reuse, CodecContext session) {
        return ioFor(in).readFields(in, reusable(reuse), session);
    }

    /** Returns whether {@link #read} accepts an object whose first field name has been read already. */
    public boolean readsFields() {
        return !readsByHand;
    }

    /**
     * Moves the field values of one object, which must not be used any more, to another one. Nothing is copied deeply.
     */
    public void moveFields(Object from, Object to) {
        for (FieldPlan field : plan().fields()) {
            field.set(to, field.get(from));
        }
    }

    /**
     * Creates an object.
     *
     * @param components the components of a record; none for any other class
     */
    public Object newInstance(WireIn in, CodecContext session, Object... components) {
        try {
            return plan().instances().newInstance(components);
        } catch (IllegalStateException e) {
            throw session.mismatch(in, e.getMessage(), e);
        }
    }

    /**
     * Handles an entry whose name is not in the shape. It is skipped, stored or refused, unless a field had that name
     * before.
     *
     * @param object the object being read, or null if it does not exist yet
     * @return the ordinal of the field that had this name before, whose value is next; or -1 if the entry was consumed
     */
    public int handleUnknownField(WireIn in, Object object, CodecContext session) {
        if (!session.hasFirstName() && in.peek() == WireToken.KEY) {
            if (session.refusesUnknownFields()) {
                throw session.mismatch(in, "expected a field of " + describe() + " but was a key that is not text");
            }
            in.key();
            in.skipValue();
            in.skipValue();
            return -1;
        }
        ClassPlan current = plan();
        boolean isFirst = session.hasFirstName();
        boolean isRefused = session.refusesUnknownFields()
                && !keepsUnknownFields
                && (current.aliases().isEmpty() || session.mayLocateName());
        WireLocation before = isRefused && !isFirst ? in.location() : null;
        String name = session.takeUnknownName(in);
        int ordinal = current.formerOrdinal(name);
        if (ordinal >= 0) {
            return ordinal;
        }
        if (keepsUnknownFields && object != null) {
            ((UnknownFields) object).unknownField(name, scope.set().any().readOrNull(in, null, session));
        } else if (session.refusesUnknownFields()) {
            String problem = "expected a field of " + describe() + " but was " + Printable.quote(name)
                    + NearestName.hint(name, current.shape().names());
            if (isFirst) {
                in.restartMessage();
                in.beginObject();
                in.hasNext(); // moves to the name
                before = in.location();
                in.fieldName();
            }
            throw before == null ? session.mismatch(in, problem) : session.mismatchAt(before, in, problem);
        } else {
            in.skipValue();
        }
        return -1;
    }

    /** Returns whether {@link #handleUnknownField} skips every entry, so that the caller may do so itself. */
    public boolean skipsUnknownFields(CodecContext session) {
        return !keepsUnknownFields
                && !session.refusesUnknownFields()
                && plan().aliases().isEmpty();
    }

    private String describe() {
        return TypeNames.simpleName(raw);
    }

    /**
     * Sets the fields that were absent from the input to their defaults, so that no value of a former message remains.
     *
     * @param word the index of the group of 64 fields
     * @param seen a bit for each field of the group, set if the field was read
     */
    public void resetAbsentFields(WireIn in, Object object, CodecContext session, int word, long seen) {
        List<FieldPlan> fields = plan().fields();
        Object fresh = null;
        for (int i = word << 6, end = Math.min(fields.size(), i + 64); i < end; i++) {
            if ((seen & 1L << i) == 0) {
                fresh = fresh == null ? newInstance(in, session) : fresh;
                fields.get(i).set(object, fields.get(i).get(fresh));
            }
        }
    }

    /** Prepares a former object to be filled again, by clearing the unknown fields that it stores. */
    public Object prepareForReuse(Object former) {
        if (keepsUnknownFields) {
            Map<String, Object> kept = ((UnknownFields) former).unknownFields();
            if (kept != null && !kept.isEmpty()) {
                kept.clear();
            }
        }
        return former;
    }

    /** Returns the default values that all new objects share. Filling one of them would change it in all objects. */
    public SharedDefaults sharedDefaults() {
        SharedDefaults current = sharedDefaults;
        if (current == null) {
            current = SharedDefaults.of(plan());
            sharedDefaults = current;
        }
        return current;
    }

    /** Returns the value of a field if reading may fill it again, or null if all new objects share it. */
    public Object refillableValue(Object value, int ordinal) {
        return sharedDefaults().isShared(value, ordinal) ? null : value;
    }

    public FieldEquality equality() {
        FieldEquality current = equality;
        if (current == null) {
            current = CodecServices.get().equality(plan());
            equality = current;
        }
        return current;
    }

    /** Returns whether objects are compared by their fields, because the class does not define its own equality. */
    public boolean isEqualByFields() {
        return isEqualByFields;
    }

    private static boolean isEqualByFields(Class<?> type) {
        try {
            Method equals = type.getMethod("equals", Object.class);
            Class<?> declaring = equals.getDeclaringClass();
            // A compiler makes the equals of a record final. It differs only in comparing arrays by identity.
            return type.isRecord() && Modifier.isFinal(equals.getModifiers())
                    || declaring == Object.class
                    || declaring == AbstractMarshallable.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e); // Object declares it
        }
    }

    /** Returns the fields that identify the record of an object, or an empty list. */
    public List<FieldPlan> keys() {
        List<FieldPlan> current = keys;
        if (current == null) {
            // A class that is written or read by hand need not have accessible fields, unless they are keys.
            boolean needsPlan = !readsByHand && !writesByHand || ClassPlan.hasKeys(raw);
            boolean isKeyed = KeyedMarshallable.class.isAssignableFrom(raw);
            ClassPlan found = needsPlan ? plan() : isKeyed ? planIfAccessible() : null;
            writesKey = isKeyed && (found == null || found.writesKey());
            current = found == null ? List.of() : found.keys();
            keys = current;
        }
        return current;
    }

    private ClassPlan planIfAccessible() {
        try {
            return plan();
        } catch (WireDataException e) {
            return null;
        }
    }

    /**
     * Returns whether {@link KeyedMarshallable#writeKey} must be called for the key of an object. Otherwise the fields
     * that it writes are the {@link #keys}.
     */
    public boolean writesKey() {
        keys();
        return writesKey;
    }
}
