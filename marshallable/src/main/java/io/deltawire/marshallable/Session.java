package io.deltawire.marshallable;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.WritePath;
import java.io.OutputStream;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What codecs need to know of the wire that they are used on. Not thread-safe, as the wire is not. */
final class Session {
    /** By the names of formats: looking one up would cost more than a small object. */
    private static final Map<String, Set<Feature>> FEATURES = new ConcurrentHashMap<>();

    final TypeRegistry types;
    final String format;
    final boolean refusesUnknown;

    /** Whether objects are written with their type names even where the declared type says as much. */
    final boolean namesAll;

    /**
     * Whether the format writes values of different kinds alike (dates, bytes and NaN as text), so that a value of no
     * declared type needs a name in more cases.
     */
    final boolean namesKinds;

    /** Whether the format's readers take each key of an object once, of whatever kind it is. */
    final boolean takesKeysOnce;

    /** Whether comments are written: in text for people, not where every byte counts. */
    final boolean writesComments;

    /** The loader of the class that is being read, which has the classes named in it; or null. */
    private ClassLoader near;

    private static final int NONE = Integer.MIN_VALUE;

    final Temporals.Conversions conversions = new Temporals.Conversions();

    /** For short texts on their way. */
    final byte[] ascii = new byte[TextForm.MAX_BYTES];

    final ParsedTexts parsed = new ParsedTexts();

    private int firstField = NONE;
    private String firstName;
    private boolean takesFullNames;
    private Class<?> lastClass;
    private String lastName;

    /** By codec, those whose fields are not flat; with null for none. */
    private final IdentityHashMap<ObjectCodec, FieldColumns> untypedColumns = new IdentityHashMap<>(0);

    private final IdentityHashMap<ObjectCodec, FieldColumns> innerColumns = new IdentityHashMap<>(0);

    /** Makes another writer like that of the wire; null where there is no wire. */
    private Supplier<WireOut> scratch;

    /** Values inside one another that are being written or read. */
    private int depth;

    Session(WireFormat format, WireOptions options) {
        this(format.name(), options, format.features());
        scratch = () -> format.newWriter(OutputStream.nullOutputStream(), options);
    }

    private Session(String format, WireOptions options, Set<Feature> features) {
        this.takesKeysOnce = features.contains(Feature.UNIQUE_KEYS);
        this.writesComments = features.contains(Feature.COMMENTS);
        this.namesKinds = !features.contains(Feature.KINDS);
        this.types = options.get(MarshallableOptions.TYPES);
        this.format = format;
        this.refusesUnknown = options.get(MarshallableOptions.UNKNOWN_FIELDS) == UnknownFieldPolicy.REFUSE;
        this.namesAll = options.get(MarshallableOptions.TYPE_NAMES) == TypeNamePolicy.ALWAYS;
    }

    static Session ofDefaults(String format) {
        return new Session(format, WireOptions.DEFAULTS, featuresOf(format));
    }

    /** For what code by hand writes by itself. */
    static Session byHand(WireOut out) {
        return ofDefaults(out.formatName());
    }

    /** A format that is not found under its name is taken to keep every value's kind. */
    private static Set<Feature> featuresOf(String format) {
        return FEATURES.computeIfAbsent(
                format, name -> WireFormats.find(name).map(WireFormat::features).orElse(Set.of(Feature.KINDS)));
    }

    /**
     * For text that people read: a class whose simple name is another's is written by its full name.
     *
     * @param scratch makes another writer like that of the text
     */
    static Session forDisplay(String format, TypeRegistry types, Supplier<WireOut> scratch) {
        Session session =
                new Session(format, WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, types), featuresOf(format));
        session.takesFullNames = true;
        session.scratch = scratch;
        return session;
    }

    /** The fields of a class as columns, for objects without their type name. */
    FieldColumns untypedColumns(ObjectCodec codec) {
        FieldColumns columns = untypedColumns.get(codec);
        if (columns == null && !untypedColumns.containsKey(codec)) {
            columns = codec.newUntypedColumns(this);
            untypedColumns.put(codec, columns);
        }
        return columns;
    }

    /** The fields of objects inside others as columns: the same instance however deep they are; null where there are none. */
    FieldColumns innerColumns(ObjectCodec codec) {
        FieldColumns columns = innerColumns.get(codec);
        if (columns == null) {
            columns = codec.columns(this);
            innerColumns.put(codec, columns);
        }
        return columns;
    }

    /** Whether what is written is text that people read, and which need not be read again. */
    boolean isForPeople() {
        return takesFullNames;
    }

    /** A value inside another is about to be written. */
    void enter() {
        if (StackRoom.isShort(++depth)) {
            throw new WireDataException(format, tooDeep(), null);
        }
    }

    /** A value inside another is about to be read. */
    void enter(WireIn in) {
        if (StackRoom.isShort(++depth)) {
            throw misfit(in, tooDeep());
        }
    }

    private String tooDeep() {
        return "expected objects that the stack of this thread bears but there are more than " + depth
                + " inside one another; lower the limit of depth, or give the thread more stack";
    }

    /**
     * The error for a value in which the stack has ended unforeseen: in methods written by hand, each of which begins at
     * no depth that is known.
     */
    static WireDataException outOfStack(String format, WireLocation location, StackOverflowError cause) {
        return new WireDataException(
                format,
                "there are objects inside one another deeper than the stack of this thread bears",
                location,
                cause);
    }

    /** The error of whoever goes on after {@link #outOfStack}, which may have left a wire in the middle of anything. */
    static WireDataException cannotGoOn(String format, WireLocation location) {
        return new WireDataException(
                format, "the wire ran out of stack in a message before and cannot go on; begin another", location);
    }

    /** The value has been dealt with. */
    void leave() {
        depth--;
    }

    /** The type name of a class: see {@link TypeRegistry#nameOf}. */
    String nameOf(Class<?> type) {
        if (type != lastClass) {
            try {
                lastName = takesFullNames ? types.displayName(type) : types.nameOf(type);
            } catch (IllegalStateException e) {
                throw new WireDataException(format, e.getMessage(), null, e);
            }
            lastClass = type;
        }
        return lastName;
    }

    /** The class that a type name in the input stands for, or null where it is not known. */
    Class<?> find(String name) {
        return types.find(name, near);
    }

    /** Takes note of the loader of the class that is being read, which mostly stays, so that there is mostly nothing to be stored. */
    void setNear(ClassLoader loader) {
        if (near != loader) {
            near = loader;
        }
    }

    /** Notes what {@link WireIn#nextField} returned for the first entry of an object that has been entered. */
    void setFirstField(int ordinal) {
        firstField = ordinal;
    }

    /** Notes the name of the first entry, which {@link WireIn#nextField} did not know and which has been read. */
    void setFirstName(String name) {
        firstField = WireIn.UNKNOWN;
        firstName = name;
    }

    void clearFirstField() {
        if (firstField == NONE) {
            return;
        }
        firstField = NONE;
        firstName = null;
    }

    /** The name of an entry not in the shape. */
    String unknownName(WireIn in) {
        String name = firstName;
        firstName = null;
        return name == null ? in.fieldName() : name;
    }

    boolean hasFirstName() {
        return firstName != null;
    }

    boolean hasFirstField() {
        return firstField != NONE;
    }

    /** The first entry of an object: {@link WireIn#nextField}, unless it has been called already. */
    int firstField(WireIn in, Shape shape) {
        if (firstField == NONE) {
            return in.nextField(shape);
        }
        int ordinal = firstField;
        firstField = NONE;
        return ordinal;
    }

    /** The value just read, or the one that comes next, does not fit. */
    Misfit misfit(WireIn in, String problem) {
        return new Misfit(format, problem, in.location(), null);
    }

    Misfit misfit(WireIn in, String problem, Throwable cause) {
        return new Misfit(format, problem, in.location(), cause);
    }

    /** A list or map that is read into again has changed while what is inside of it was read. */
    Misfit heldTwice(WireIn in, String what) {
        return misfit(
                in,
                "expected an object to read into with nothing inside itself or in two places, but it has a " + what
                        + " that is");
    }

    /**
     * Returns the error to throw where a value could not be written: that it is inside itself, or the one given, with the path to what it is about.
     *
     * @param failed the writer that it could not be written to, or null where nobody has it: code by hand must not write to it meanwhile
     * @param event the name of the event in which the value stands, or null
     * @param codec of the value
     */
    WireDataException placed(WireDataException error, Object failed, String event, Object value, ValueCodec codec) {
        WireDataException cycle = Texts.withCycle(error, format, value);
        if (cycle != error || scratch == null || error.location() != null) {
            return cycle;
        }
        if (!(failed instanceof FencedWriter writer)) {
            return placed(error, event, value, codec);
        }
        int fence = writer.fence(FencedWriter.HELD);
        try {
            return placed(error, event, value, codec);
        } finally {
            writer.fence(fence);
        }
    }

    private WireDataException placed(WireDataException error, String event, Object value, ValueCodec codec) {
        try (WireOut out = scratch.get()) {
            out.beginMessage();
            WireDataException placed = WritePath.find(error, out, to -> {
                if (event != null) {
                    to.beginObject();
                    to.event(event);
                }
                codec.writeOrNull(to, value, this);
            });
            out.cancelMessage();
            return placed;
        }
    }

    /** The data cannot be written. */
    WireDataException unwritable(String problem) {
        return new WireDataException(format, problem, null);
    }
}
