package io.deltawire.delta;

import io.deltawire.delta.internal.wire.BaseCodec;
import io.deltawire.delta.internal.wire.WriterSettings;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * What both sides know after some messages, so that any number of other messages can be encoded as what differs from
 * it. Each of these decodes by the base and itself: none needs another one, so they may be lost, repeated and read in
 * any order. This is for keyed records of a message broker, whose base is the last complete record of their key:
 *
 * <pre>{@code
 * DeltaBase base = DeltaBase.of(dump, options); // the dump of one message, say
 * byte[] body = base.encode(out -> {
 *     out.beginMessage();
 *     Wire.writeObject(out, quote);
 *     out.endMessage();
 * });
 * Quote read = base.decode(body, in -> Wire.readObject(in, Quote.class));
 * }</pre>
 *
 * <p>A base keeps the encoded messages of the dump, and nothing else: some hundred bytes. What encoding and decoding
 * need beside them is shared by all bases with equal options, and pooled. Each call decodes the messages of the base
 * again, so a base should have few.
 *
 * <p>A body has no checksum and does not name its base. {@link #crc32c} is for that: a transport sends it with the
 * body.
 *
 * <p>A record is found by {@link WireOptions#KEY_FIELDS}; without these a base has one record for each type of message.
 * {@link WireOut#recordKey} and the key of a class say nothing here. A dump of one message always makes a base. With
 * several, one whose fields come in another order than those before may make a base that only decodes.
 *
 * <p>Instances are immutable and may be shared between threads.
 */
public final class DeltaBase {
    /** The longest base, in bytes without the container. */
    private static final int MAX_BYTES = 1 << 20;

    /** What codecs are pooled by. */
    private record Settings(
            WireLimits limits, List<String> keyFields, boolean checksKeyFields, boolean isDeflated, boolean drops) {}

    /** The codecs of one {@link Settings} that no thread uses now. Only the bases refer to it, so it ends with them. */
    private static final class Pool {
        private final WriterSettings settings;
        private final Queue<BaseCodec> free =
                new ArrayBlockingQueue<>(2 * Runtime.getRuntime().availableProcessors());

        Pool(WriterSettings settings) {
            this.settings = settings;
        }

        /** Returns what an action makes of a codec. The codec goes back only if the action succeeds. */
        <T> T use(Function<BaseCodec, T> action) {
            BaseCodec codec = free.poll();
            if (codec == null) {
                codec = new BaseCodec(settings);
            }
            T result = action.apply(codec);
            free.offer(codec);
            return result;
        }
    }

    private static final Map<Settings, WeakReference<Pool>> POOLS = new ConcurrentHashMap<>();

    private final byte[] bodies;
    private final Pool pool;

    private DeltaBase(byte[] bodies, Pool pool) {
        this.bodies = bodies;
        this.pool = pool;
    }

    /**
     * Returns the base that a dump makes: the state at its end. Both sides need equal dumps; other options than limits
     * matter for encoding only, and must be those of the dump's writer.
     *
     * @param dump a complete dump, as a writer of the delta format makes it
     * @throws io.deltawire.wire.WireException if the dump is not complete or is damaged
     * @throws IllegalArgumentException if its last epoch takes more than 1 MiB
     */
    public static DeltaBase of(byte[] dump, WireOptions options) {
        Pool pool = pool(Objects.requireNonNull(options, "options"));
        Objects.requireNonNull(dump, "dump");
        byte[] bodies = pool.use(codec -> codec.bodies(dump));
        if (bodies.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "expected a base of at most " + MAX_BYTES + " bytes but was " + bodies.length);
        }
        return new DeltaBase(bodies, pool);
    }

    private static Pool pool(WireOptions options) {
        WriterSettings settings = DeltaFormat.baseSettings(options);
        Settings key = new Settings(
                settings.limits(),
                settings.keyFields(),
                settings.checksKeyFields(),
                settings.blocks().isDeflated(),
                settings.evicts());
        POOLS.values().removeIf(pool -> pool.get() == null);
        Pool[] found = new Pool[1]; // a strong reference, so that the pool does not end before it is returned
        POOLS.compute(key, (k, pool) -> {
            found[0] = pool == null ? null : pool.get();
            if (found[0] != null) {
                return pool;
            }
            found[0] = new Pool(settings);
            return new WeakReference<>(found[0]);
        });
        return found[0];
    }

    /**
     * Encodes a message as what differs from this base.
     *
     * @param message writes exactly one message; it must not use the writer later
     * @return the body, which only an equal base decodes
     * @throws IllegalStateException if not exactly one message is written, or the messages of the dump give other bytes
     *     with these options
     * @throws io.deltawire.wire.WireDataException if the message exceeds the limits
     */
    public byte[] encode(Consumer<WireOut> message) {
        Objects.requireNonNull(message, "message");
        return pool.use(codec -> codec.encode(bodies, message));
    }

    /** As {@link #decode(byte[], int, int, Function)}, for a whole array. */
    public <T> T decode(byte[] body, Function<WireIn, T> read) {
        return decode(body, 0, body.length, read);
    }

    /**
     * Decodes a message that was encoded against an equal base.
     *
     * @param read reads the message; it must not use the reader later
     * @return what {@code read} returns
     * @throws io.deltawire.wire.MalformedWireException if the body does not decode with this base. With another base
     *     than its own it may decode to a wrong message.
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    public <T> T decode(byte[] body, int offset, int length, Function<WireIn, T> read) {
        Objects.checkFromIndexSize(offset, length, body.length);
        Objects.requireNonNull(read, "read");
        return pool.use(codec -> codec.decode(bodies, body, offset, length, read));
    }

    /** Returns a checksum that tells equal bases from others. It does not depend on the options. */
    public int crc32c() {
        CRC32C crc = new CRC32C();
        crc.update(bodies, 0, bodies.length);
        return (int) crc.getValue();
    }

    @Override
    public String toString() {
        return "base of " + bodies.length + " bytes, CRC32C " + Integer.toHexString(crc32c());
    }
}
