package io.deltawire.bench.measure;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.codec.DeltawireFormats;
import io.deltawire.bench.floor.FloorBinary;
import io.deltawire.bench.floor.FloorDelta;
import io.deltawire.bench.floor.FloorEightClasses;
import io.deltawire.bench.floor.FloorJson;
import io.deltawire.bench.floor.FloorSnapshot;
import io.deltawire.bench.floor.FloorSnapshotDelta;
import io.deltawire.bench.floor.FloorYaml;
import io.deltawire.bench.measure.Peer.Kind;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.Snapshot;
import io.deltawire.bench.peer.AvroCodec;
import io.deltawire.bench.peer.ChronicleCodec;
import io.deltawire.bench.peer.ChronicleEventCodec;
import io.deltawire.bench.peer.DeltawireCodec;
import io.deltawire.bench.peer.DeltawireEventCodec;
import io.deltawire.bench.peer.FastjsonCodec;
import io.deltawire.bench.peer.ForyCodec;
import io.deltawire.bench.peer.HandCopyCodec;
import io.deltawire.bench.peer.JacksonCodec;
import io.deltawire.bench.peer.JdkCodec;
import io.deltawire.bench.peer.KryoCodec;
import io.deltawire.bench.peer.Medium;
import io.deltawire.bench.peer.MsgPackCodec;
import io.deltawire.bench.peer.MsgPackSnapshotCodec;
import io.deltawire.bench.peer.ProtobufCodec;
import io.deltawire.bench.peer.ProtobufSnapshotCodec;
import io.deltawire.bench.peer.SbeCodec;
import io.deltawire.bench.peer.SnakeYamlCodec;
import io.deltawire.bench.peer.ZstdDictionaryCodec;
import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The list of all formats that are compared, and of the workloads that each of them supports.
 *
 * <p>A library that takes any class supports most workloads. One that needs code or a schema for each class has them for w1 to w3 only.
 * The formats of this project come from {@link DeltawireFormats}.
 */
public final class Peers {
    private static final List<Peer> ALL = new Builder().build();

    private Peers() {}

    public static List<Peer> all() {
        return ALL;
    }

    /**
     * Returns the peers whose names begin with one of the prefixes.
     *
     * @throws IllegalArgumentException if no name begins with one of the prefixes
     */
    public static List<Peer> withPrefix(List<String> prefixes) {
        for (String prefix : prefixes) {
            if (ALL.stream().noneMatch(peer -> peer.name().startsWith(prefix))) {
                throw new IllegalArgumentException("no format's name begins with " + prefix + "; there are "
                        + ALL.stream().map(Peer::name).collect(Collectors.joining(", ")));
            }
        }
        return ALL.stream()
                .filter(peer -> prefixes.stream().anyMatch(peer.name()::startsWith))
                .toList();
    }

    /**
     * Returns the peer with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Peer byName(String name) {
        return ALL.stream()
                .filter(peer -> peer.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no peer " + name));
    }

    private static final class Builder {
        private static final Set<String> SHAPES =
                Workloads.shapes().stream().map(Workload::name).collect(Collectors.toUnmodifiableSet());

        /** For libraries that map any class but do not write its name. */
        private static final Set<String> ANY = Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3", "w5", "w6", "own");

        /** For tables: messages of one class without lists or nested objects. */
        private static final Set<String> FLAT = Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3", "w5", "own");

        /** For libraries that also write the name of the class, which w4 needs. */
        private static final Set<String> ANY_OF_EIGHT =
                Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3", "w4", "w5", "w6", "own");

        /** For libraries that need code or a schema for each class. */
        private static final Set<String> SAMPLES = Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3");

        private static final Set<String> SAMPLES_AND_EIGHT = Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3", "w4");

        private static final Set<String> STREAMS = Set.of("w2/1", "w2/64", "w2/20000", "w3");

        /** For readers that update one live object for each key. */
        private static final Set<String> LIVE = Set.of("w2/1", "w2/64", "w2/20000", "w3", "w5", "w6");

        private static final Set<String> EVENTS = Set.of("e1", "e2");

        private static final Set<String> EVENTS_OF_EIGHT = Set.of("e1", "e2", "w4");

        /** For libraries that take nested objects, collections and fields of several classes. */
        private static final Set<String> ANY_SHAPE = union(ANY_OF_EIGHT, SHAPES);

        private static final Set<String> LIVE_SHAPES = union(LIVE, SHAPES);

        /** For floors that are written for {@code MyDataType} alone. */
        private static final Set<String> DATA = Set.of("w1", "w2/1", "w2/64", "w2/20000");

        private static final String CHRONICLE = "chronicle-wire 2026.7";
        private static final String JACKSON = "jackson 2.22.4";
        private static final String FASTJSON = "fastjson2 2.0.64";

        private final List<Peer> peers = new ArrayList<>();

        private static Set<String> union(Set<String> some, Set<String> others) {
            return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
        }

        List<Peer> build() {
            addFloors();
            addDeltawire();
            addMedia();
            addChronicle();
            addEvents();
            addTextLibraries();
            addBinaryLibraries();
            addCompressed();
            return List.copyOf(peers);
        }

        private void add(
                String name, Kind kind, String library, Set<String> workloads, Function<Workload, Codec> factory) {
            peers.add(new Peer(name, kind, library, List.of(), workloads, factory));
        }

        private void addFloors() {
            String library = "by hand";
            add("floor-binary", Kind.FLOOR, library, SAMPLES_AND_EIGHT, Builder::newFloorBinary);
            add("floor-json", Kind.FLOOR, library, DATA, w -> new FloorJson());
            add("floor-yaml", Kind.FLOOR, library, DATA, w -> new FloorYaml());
            add(
                    "floor-delta",
                    Kind.FLOOR,
                    library,
                    SAMPLES,
                    w -> w.type() == Snapshot.class ? new FloorSnapshotDelta() : new FloorDelta());
        }

        private static Codec newFloorBinary(Workload workload) {
            if (workload.type() == EightClasses.class) {
                return new FloorEightClasses();
            }
            return workload.type() == Snapshot.class ? new FloorSnapshot() : new FloorBinary();
        }

        private void addDeltawire() {
            for (WireFormat format : DeltawireFormats.all()) {
                Set<String> workloads =
                        format.isBinary() ? ANY_SHAPE : DeltawireFormats.isTable(format) ? FLAT : ANY_OF_EIGHT;
                add(
                        "deltawire-" + format.name(),
                        kindOf(format),
                        "this build",
                        workloads,
                        w -> DeltawireCodec.of(format, w));
            }
            add("deltawire-delta:live", Kind.DELTA, "this build", LIVE_SHAPES, DeltawireCodec::live);
        }

        private static Kind kindOf(WireFormat format) {
            if (DeltawireFormats.isDelta(format)) {
                return Kind.DELTA;
            }
            return format.isBinary() ? Kind.NAMED : Kind.TEXT;
        }

        private void addMedia() {
            addMedium("bytes", Medium.OnHeap::new);
            addMedium("native-bytes", Medium.Native::new);
            addMedium("array", Medium.Array::new);
            addMedium("byte-buffer", () -> new Medium.Buffer(ByteBuffer::allocate));
            addMedium("direct-buffer", () -> new Medium.Buffer(ByteBuffer::allocateDirect));
            addMedium("stream", Medium.Streams::new);
            addMedium("file-channel", Medium.Channel::new);
        }

        private void addMedium(String name, Supplier<Medium> medium) {
            peers.add(new Peer(
                    "deltawire-binary:" + name,
                    Kind.NAMED,
                    "this build",
                    List.of(),
                    Set.of("io"),
                    w -> DeltawireCodec.of(WireFormats.byName("binary"), w, medium.get())));
            add(
                    "floor-copy:" + name,
                    Kind.FLOOR,
                    "this build, and a copy by hand",
                    Set.of("io"),
                    w -> new HandCopyCodec(w, medium.get()));
        }

        private void addChronicle() {
            addChronicle("chronicle-text", Kind.TEXT, "TEXT");
            addChronicle("chronicle-yaml", Kind.TEXT, "YAML");
            addChronicle("chronicle-json", Kind.TEXT, "JSON");
            addChronicle("chronicle-binary", Kind.NAMED, "BINARY_LIGHT");
            addChronicle("chronicle-fieldless", Kind.SCHEMA, "FIELDLESS_BINARY");
        }

        private void addChronicle(String name, Kind kind, String format) {
            Set<String> workloads = name.equals("chronicle-binary") ? SAMPLES_AND_EIGHT : SAMPLES;
            peers.add(new Peer(
                    name,
                    kind,
                    CHRONICLE,
                    ChronicleCodec.JVM_ARGS,
                    workloads,
                    w -> ChronicleCodec.of(format, w.type())));
        }

        private void addEvents() {
            for (WireFormat format : DeltawireFormats.all()) {
                Set<String> workloads = DeltawireFormats.isTable(format) ? EVENTS : EVENTS_OF_EIGHT;
                add(
                        "deltawire-" + format.name() + ":events",
                        kindOf(format),
                        "this build",
                        workloads,
                        w -> new DeltawireEventCodec(format, w));
            }
            addChronicleEvents("chronicle-yaml:events", Kind.TEXT, "YAML_ONLY");
            addChronicleEvents("chronicle-json:events", Kind.TEXT, "JSON_ONLY");
            addChronicleEvents("chronicle-binary:events", Kind.NAMED, "BINARY_LIGHT");
        }

        private void addChronicleEvents(String name, Kind kind, String format) {
            peers.add(new Peer(
                    name, kind, CHRONICLE, ChronicleCodec.JVM_ARGS, EVENTS, w -> new ChronicleEventCodec(format)));
        }

        private void addTextLibraries() {
            add("jackson-json", Kind.TEXT, JACKSON, ANY, w -> JacksonCodec.json(w.messageType()));
            add("jackson-yaml", Kind.TEXT, JACKSON, ANY, w -> JacksonCodec.yaml(w.messageType()));
            add("jackson-csv", Kind.TEXT, JACKSON, SAMPLES, w -> JacksonCodec.csv(w.messageType()));
            add("fastjson2", Kind.TEXT, FASTJSON, ANY, FastjsonCodec::json);
            add("snakeyaml", Kind.TEXT, "snakeyaml 2.7", SAMPLES, w -> new SnakeYamlCodec(w.type()));
        }

        private void addBinaryLibraries() {
            add("jackson-smile", Kind.NAMED, JACKSON, ANY, w -> JacksonCodec.smile(w.messageType()));
            add("jackson-cbor", Kind.NAMED, JACKSON, ANY, w -> JacksonCodec.cbor(w.messageType()));
            add(
                    "msgpack",
                    Kind.NAMED,
                    "msgpack-core 0.9.12",
                    SAMPLES,
                    w -> w.type() == Snapshot.class ? new MsgPackSnapshotCodec() : new MsgPackCodec());
            add("fastjson2-jsonb", Kind.NAMED, FASTJSON, ANY, FastjsonCodec::jsonb);
            add("fastjson2-jsonb-array", Kind.SCHEMA, FASTJSON, SAMPLES, FastjsonCodec::jsonbArray);
            add("jdk", Kind.NAMED, "java " + Runtime.version().feature(), ANY_OF_EIGHT, w -> new JdkCodec());
            add("kryo", Kind.SCHEMA, "kryo 5.6.2", ANY_SHAPE, KryoCodec::new);
            add("fory", Kind.SCHEMA, "fory 1.6.0", ANY_SHAPE, ForyCodec::new);
            add("protobuf", Kind.SCHEMA, "protobuf-java 4.36.2", SAMPLES, w -> newProtobuf(w.type()));
            peers.add(new Peer(
                    "sbe", Kind.SCHEMA, "sbe-tool 1.38.1", SbeCodec.JVM_ARGS, SAMPLES, w -> new SbeCodec(w.type())));
            add("avro", Kind.SCHEMA, "avro 1.12.2", SAMPLES, w -> new AvroCodec(w.type()));
        }

        private void addCompressed() {
            String zstd = "zstd-jni 1.5.7-28";
            add(
                    "fastjson2+zstd-dict",
                    Kind.COMPRESSED,
                    zstd,
                    STREAMS,
                    w -> newZstd(w.type(), () -> FastjsonCodec.json(w)));
            add(
                    "protobuf+zstd-dict",
                    Kind.COMPRESSED,
                    zstd,
                    STREAMS,
                    w -> newZstd(w.type(), () -> newProtobuf(w.type())));
        }

        private static ByteArrayCodec newProtobuf(Class<?> type) {
            return type == Snapshot.class ? new ProtobufSnapshotCodec() : new ProtobufCodec();
        }

        private static Codec newZstd(Class<?> type, Supplier<ByteArrayCodec> factory) {
            try {
                return new ZstdDictionaryCodec(type, 3, factory);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
