package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeNamePolicy;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.internal.schema.DefaultTypeRegistry;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.Printable;
import java.io.OutputStream;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The context in which codecs write to and read from one wire.
 *
 * <p>It holds the options of the wire that concern objects, the type registry, and the state that one call of a codec
 * leaves for the next: the nesting depth, a first field name that was read ahead, and caches of columns, parsed texts
 * and converted times. Not thread-safe, because a wire is not.
 */
public final class CodecContext {
    /** The features of formats by name, because a lookup would cost more than a small object. */
    private static final int MAX_NAMES_LOCATED = 1_000;

    private static final Map<String, Set<Feature>> FEATURES = new ConcurrentHashMap<>();

    private final DefaultTypeRegistry types;
    private final CodecSource codecs;
    private OneValueWriter oneValueWriter;
    private final String format;
    private final boolean refusesUnknownFields;
    private final boolean writesAllTypeNames;
    private final boolean writesKindNames;
    private final boolean refusesEqualKeys;
    private final boolean writesComments;
    /** The loader of the class that is being read, which is asked first for type names inside it; or null. */
    private ClassLoader nearLoader;

    private static final int NONE = Integer.MIN_VALUE;

    final TemporalConversionCache conversions = new TemporalConversionCache();

    /** A buffer for short texts. */
    final byte[] asciiBuffer = new byte[CommonTextForm.MAX_BYTES];

    final ParsedTextCache parsedTexts = new ParsedTextCache();

    private int takeFirstField = NONE;
    private String firstName;

    private long namesLocated;
    private boolean writesFullNames;
    private Class<?> lastClass;
    private String lastName;

    /** The columns of codecs whose fields are not flat. A null value says that there are none. */
    private final IdentityHashMap<Object, FieldColumns> untypedColumns = new IdentityHashMap<>(0);

    private final IdentityHashMap<Object, FieldColumns> nestedColumns = new IdentityHashMap<>(0);

    /** Creates another writer with the options of the wire, to repeat a failed write; null if there is no wire. */
    private Supplier<WireOut> scratchWriters;

    /** The number of nested values that are being written or read. */
    private int depth;

    /** The memory that a value of no declared type may take: a third of the heap. */
    private static final long MAX_UNTYPED_BYTES = Runtime.getRuntime().maxMemory() / 3;

    /** The number of nested lists and maps of no declared type that are being read, and their approximate memory. */
    private int untypedDepth;

    private long untypedBytes;

    /** Begins a list or map of no declared type; {@link #leaveUntyped} ends it. */
    void enterUntyped() {
        if (untypedDepth++ == 0) {
            untypedBytes = 0;
        }
    }

    void leaveUntyped() {
        untypedDepth--;
    }

    /** Counts bytes in memory before they are taken. A few bytes of input can ask for many of them. */
    void retain(WireIn in, long bytes) {
        if (untypedDepth > 0 && (untypedBytes += bytes) > MAX_UNTYPED_BYTES) {
            throw mismatch(
                    in,
                    "expected a value that takes at most " + MAX_UNTYPED_BYTES
                            + " bytes of memory, a third of the heap, but it takes more");
        }
    }

    public CodecContext(WireFormat format, WireOptions options) {
        this(format.name(), options, format.features());
        scratchWriters = () -> format.newWriter(OutputStream.nullOutputStream(), options);
    }

    private CodecContext(String format, WireOptions options, Set<Feature> features) {
        this.refusesEqualKeys = features.contains(Feature.UNIQUE_KEYS);
        this.writesComments = features.contains(Feature.COMMENTS);
        this.writesKindNames = !features.contains(Feature.KINDS);
        this.types = DefaultTypeRegistry.of(options.get(MarshallableOptions.TYPES));
        this.codecs = CodecSource.of(types);
        this.format = format;
        this.refusesUnknownFields = options.get(MarshallableOptions.UNKNOWN_FIELDS) == UnknownFieldPolicy.REFUSE;
        this.writesAllTypeNames = options.get(MarshallableOptions.TYPE_NAMES) == TypeNamePolicy.ALWAYS;
    }

    public static CodecContext ofDefaults(String format) {
        return new CodecContext(format, WireOptions.DEFAULTS, Set.of(Feature.KINDS, Feature.COMMENTS));
    }

    /** Returns a context for a value that hand-written code writes by itself. */
    public static CodecContext forHandWrittenCode(WireOut out) {
        if (out instanceof OneValueWriter one) {
            return one.session();
        }
        String format = out.formatName();
        return new CodecContext(format, WireOptions.DEFAULTS, featuresOf(format));
    }

    /** Returns a context for a value that hand-written code reads by itself. */
    public static CodecContext forHandWrittenCode(WireIn in) {
        return in instanceof OneValueReader one ? one.session() : ofDefaults("wire");
    }

    /** Returns the codecs of the registry of this wire. */
    public CodecSource codecs() {
        return codecs;
    }

    /** Returns a checking writer that no other codec uses now. */
    OneValueWriter takeOneValueWriter() {
        OneValueWriter free = oneValueWriter;
        oneValueWriter = null;
        return free != null ? free : new OneValueWriter();
    }

    /** Takes a checking writer back, so that the next value needs no new one. */
    void giveBack(OneValueWriter free) {
        oneValueWriter = free;
    }

    /** Returns the features of a format by its name. A format that is not on the class path is assumed to keep kinds. */
    private static Set<Feature> featuresOf(String format) {
        return FEATURES.computeIfAbsent(
                format, name -> WireFormats.find(name).map(WireFormat::features).orElse(Set.of(Feature.KINDS)));
    }
    /**
     * Returns a context for text that people read. A class whose simple name belongs to another class is written with
     * its full name.
     *
     * @param scratch creates another writer of the same kind
     */
    public static CodecContext forDisplay(String format, TypeRegistry types, Supplier<WireOut> scratch) {
        CodecContext session = new CodecContext(
                format,
                WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, types),
                Set.of(Feature.KINDS, Feature.COMMENTS));
        session.writesFullNames = true;
        session.scratchWriters = scratch;
        return session;
    }

    /**
     * Returns the columns of a class for objects that are written without their type name, or null.
     *
     * @param codec the codec of the class
     * @param make creates the columns on the first call; may return null
     */
    FieldColumns untypedColumns(Object codec, Function<CodecContext, FieldColumns> make) {
        FieldColumns columns = untypedColumns.get(codec);
        if (columns == null && !untypedColumns.containsKey(codec)) {
            columns = make.apply(this);
            untypedColumns.put(codec, columns);
        }
        return columns;
    }

    /** Returns the columns of a class for nested objects, or null. The instance is the same at every depth. */
    public FieldColumns nestedColumns(Object codec, Function<CodecContext, FieldColumns> make) {
        FieldColumns columns = nestedColumns.get(codec);
        if (columns == null) {
            columns = make.apply(this);
            nestedColumns.put(codec, columns);
        }
        return columns;
    }

    /** Returns a factory of writers with the options of the wire, or null if there is no wire. */
    public Supplier<WireOut> scratchWriters() {
        return scratchWriters;
    }

    /** Returns whether the output is text for people, which need not be readable as data. */
    public boolean isForDisplay() {
        return writesFullNames;
    }

    /** Counts a nested value that is about to be written. Every call is followed by one of {@link #leaveValue}. */
    void enterValue() {
        if (StackProbe.isNearlyUsedUp(++depth)) {
            throw new WireDataException(format, tooDeep(), null);
        }
    }

    /** Counts a nested value that is about to be read. Every call is followed by one of {@link #leaveValue}. */
    void enterValue(WireIn in) {
        if (StackProbe.isNearlyUsedUp(++depth)) {
            throw mismatch(in, tooDeep());
        }
    }

    private String tooDeep() {
        return "objects nested too deep (" + depth + " inside one another) for this thread's stack;"
                + " lower the depth limit, or give the thread more stack";
    }

    /**
     * Returns the error for a stack overflow that no probe has foreseen, in methods written by hand: the depth at which
     * they call each other cannot be counted here.
     */
    public static WireDataException stackOverflow(String format, WireLocation location, StackOverflowError cause) {
        return new WireDataException(
                format, "objects nested too deep inside one another for this thread's stack", location, cause);
    }

    /** Returns the error for the use of a wire after {@link #stackOverflow}, which may have left it in any state. */
    public static WireDataException unusableAfterOverflow(String format, WireLocation location) {
        return new WireDataException(
                format, "the wire ran out of stack in an earlier message and cannot go on; create another", location);
    }

    /** Ends the value that {@link #enterValue} has counted. */
    void leaveValue() {
        depth--;
    }

    /** Returns the type name of a class, as {@link TypeRegistry#nameOf} does. The last answer is cached. */
    public String nameOf(Class<?> type) {
        if (type != lastClass) {
            try {
                lastName = writesFullNames ? types.displayName(type) : types.nameOf(type);
            } catch (IllegalStateException e) {
                throw new WireDataException(format, e.getMessage(), null, e);
            }
            lastClass = type;
        }
        return lastName;
    }

    /** Returns the class that a type name in the input stands for, or null if the name is unknown. */
    public Class<?> findClass(String name) {
        return types.find(name, nearLoader);
    }

    /** Refuses a type name for which no class was found because several nested classes of an allowed package have it. */
    public void refuseAmbiguous(WireIn in, String name) {
        List<String> candidates = types.candidates(name);
        if (!candidates.isEmpty()) {
            String shown = Printable.escape(name);
            throw mismatch(
                    in,
                    "expected the type name of one class but was !" + shown + ", the simple name of several: write !"
                            + String.join(" or !", candidates) + ", or register one of them (TypeRegistry)");
        }
    }

    /**
     * Sets the loader of the class that is being read. The comparison saves a store, since the loader rarely changes.
     */
    public void setNearLoader(ClassLoader loader) {
        if (nearLoader != loader) {
            nearLoader = loader;
        }
    }

    /** Records what {@link WireIn#nextField} returned for the first entry of an object that has been begun. */
    public void setFirstField(int ordinal) {
        takeFirstField = ordinal;
    }

    /** Records the name of the first entry, which is not in the shape and which the caller has read. */
    public void setFirstName(String name) {
        takeFirstField = WireIn.UNKNOWN;
        firstName = name;
    }

    public void clearFirstField() {
        if (takeFirstField == NONE) {
            return;
        }
        takeFirstField = NONE;
        firstName = null;
    }

    /** Returns the name of an entry that is not in the shape, and forgets it if it was the recorded first name. */
    public String takeUnknownName(WireIn in) {
        String name = firstName;
        firstName = null;
        return name == null ? in.fieldName() : name;
    }

    boolean hasFirstName() {
        return firstName != null;
    }

    public boolean hasFirstField() {
        return takeFirstField != NONE;
    }

    /** Returns the recorded first field and forgets it, or calls {@link WireIn#nextField} if none is recorded. */
    public int takeFirstField(WireIn in, Shape shape) {
        if (takeFirstField == NONE) {
            return in.nextField(shape);
        }
        int ordinal = takeFirstField;
        takeFirstField = NONE;
        return ordinal;
    }

    /**
     * Whether the location of a name that a field may have had is worth its cost: text is searched for its line. After
     * many such names, errors are where the value is.
     */
    boolean mayLocateName() {
        return namesLocated++ < MAX_NAMES_LOCATED;
    }

    /** Returns the error for an entry, which is where its name is, with the path to its value, which comes next. */
    TypeMismatch mismatchAt(WireLocation name, WireIn in, String problem) {
        String path = in.location().path();
        return new TypeMismatch(
                format, problem, new WireLocation(name.offset(), name.line(), name.column(), path), null);
    }

    /** Returns the error for a value, just read or next in the input, that does not fit its field. */
    public TypeMismatch mismatch(WireIn in, String problem) {
        return new TypeMismatch(format, problem, in.location(), null);
    }

    public TypeMismatch mismatch(WireIn in, String problem, Throwable cause) {
        return new TypeMismatch(format, problem, in.location(), cause);
    }

    /** Returns the error for a list or map that changed while its own contents were read into it again. */
    TypeMismatch refilledTwice(WireIn in, String what) {
        return mismatch(
                in,
                "expected an object to read into with nothing inside itself or in two places, but it has a " + what
                        + " that is");
    }

    /** Returns the error for data that cannot be written. */
    WireDataException unwritable(String problem) {
        return new WireDataException(format, problem, null);
    }

    public DefaultTypeRegistry types() {
        return types;
    }

    public String format() {
        return format;
    }

    public boolean refusesUnknownFields() {
        return refusesUnknownFields;
    }

    /** Returns whether objects are written with their type names even where the declared type determines the class. */
    public boolean writesAllTypeNames() {
        return writesAllTypeNames;
    }

    /**
     * Returns whether the format writes values of different kinds alike (dates, bytes and NaN as text), so that a value
     * without a declared type needs a type name more often. All text formats except YAML are assumed to do so.
     */
    boolean writesKindNames() {
        return writesKindNames;
    }

    /** Returns whether readers of the format refuse equal keys of any kind in one object, as those of YAML do. */
    public boolean refusesEqualKeys() {
        return refusesEqualKeys;
    }

    /** Returns whether comments are written. Only text formats do so. */
    public boolean writesComments() {
        return writesComments;
    }
}
