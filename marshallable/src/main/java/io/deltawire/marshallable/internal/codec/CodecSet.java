package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.library.BuiltInCodecs;
import io.deltawire.marshallable.internal.schema.DefaultTypeRegistry;
import io.deltawire.marshallable.internal.schema.TypeCodecs;
import io.deltawire.marshallable.internal.schema.WeakClassValue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The codecs of all classes as one registry has them. Registries without codecs of the application share one set, and
 * with it the code that is generated for their classes. Each other registry has a set of its own, because its generated
 * code refers to its codecs. Thread-safe.
 *
 * <p>Scopes of the shared registry, and of registries without codecs, are attached to the classes, so that these can be
 * unloaded. Scopes of any other registry are in a map, which is unloaded with the registry: attached to a class they
 * would stay as long as the class.
 */
public final class CodecSet implements CodecSource {
    /** The set of all registries in which no codec was registered. */
    public static final CodecSet BUILT_IN = new CodecSet(TypeCodecs.NONE, true);

    private final TypeCodecs registered;
    private final Map<Class<?>, Codecs> scopes;
    private final WeakClassValue<Codecs> attached;
    private ValueCodec any; // a race computes it twice, with the same result

    private CodecSet(TypeCodecs registered, boolean isAttached) {
        this.registered = registered;
        this.scopes = new ConcurrentHashMap<>();
        this.attached = isAttached
                ? new WeakClassValue<>() {
                    @Override
                    protected Codecs compute(Class<?> type) {
                        return new Codecs(type, CodecSet.this);
                    }
                }
                : null;
    }

    /** Returns the set of a registry as it is now. */
    public static CodecSet of(DefaultTypeRegistry types) {
        TypeCodecs registered = types.codecs();
        boolean isShared = types == DefaultTypeRegistry.shared();
        return registered.isEmpty()
                ? BUILT_IN
                : (CodecSet) registered.derived(codecs -> new CodecSet(codecs, isShared));
    }

    /** Returns the set that a context has. */
    public static CodecSet of(CodecContext context) {
        return (CodecSet) context.codecs();
    }

    /** Returns the set of the shared registry, for operations without a wire. */
    public static CodecSet shared() {
        return of(DefaultTypeRegistry.shared());
    }

    /** Returns the scope in which the codecs for the members of a class are found. */
    public Codecs scope(Class<?> type) {
        if (attached != null) {
            return attached.get(type);
        }
        Codecs scope = scopes.get(type);
        if (scope == null) {
            Codecs created = new Codecs(type, this);
            Codecs other = scopes.putIfAbsent(type, created);
            scope = other == null ? created : other;
        }
        return scope;
    }

    @Override
    public ValueCodec exact(Class<?> type) {
        return scope(type).exact();
    }

    /**
     * Returns the codec if the class is written as an object with fields, or null if it is a list, a scalar and so on.
     */
    public ObjectCodec ofObject(Class<?> type) {
        return exact(type) instanceof ObjectCodec codec ? codec : null;
    }

    @Override
    public ValueCodec any() {
        ValueCodec current = any;
        if (current == null) {
            current = exact(Object.class);
            any = current;
        }
        return current;
    }

    /** Returns the codec that an application or this library has as a {@code TypeCodec} for a class, or null. */
    TypeCodecs.Registration find(Class<?> type) {
        TypeCodecs.Registration found = registered.find(type);
        return found != null ? found : BuiltInCodecs.find(type);
    }
}
