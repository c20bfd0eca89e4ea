package io.deltawire.bench.measure;

import io.deltawire.bench.codec.ArrayCodec;
import io.deltawire.bench.codec.Codec;
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
import io.deltawire.bench.workload.OwnClassWorkload;
import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All formats that are compared. */
public final class Peers {
    private static final List<Peer> ALL = new Builder().build();

    private Peers() {}

    /** All of them, in the order of the report. */
    public static List<Peer> all() {
        return ALL;
    }

    /**
     * Those whose names begin with one of some prefixes.
     *
     * @throws IllegalArgumentException where a prefix is of none
     */
    public static List<Peer> beginningWith(List<String> prefixes) {
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

    /** The peer of this name. */
    public static Peer byName(String name) {
        return ALL.stream()
                .filter(peer -> peer.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no peer " + name));
    }

    private static final class Builder {
        private static final Set<String> SHAPES =
                Workloads.shapes().stream().map(Workload::name).collect(Collectors.toUnmodifiableSet());

        /** Libraries that take any class by themselves. */
        private static final Set<String> ANY = Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3", "w5", "w6", "own");

        /** What is a row of a table. */
        private static final Set<String> FLAT = Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3", "w5", "own");

        /** Those that also write which class it is. */
        private static final Set<String> ANY_OF_EIGHT =
                Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3", "w4", "w5", "w6", "own");

        /** Those that want something written, or written down, for each class. */
        private static final Set<String> SAMPLES = Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3");

        private static final Set<String> SAMPLES_AND_EIGHT = Set.of("w1", "w2/1", "w2/64", "w2/20000", "w3", "w4");

        private static final Set<String> STREAMS = Set.of("w2/1", "w2/64", "w2/20000", "w3");

        private static final Set<String> LIVE = Set.of("w2/1", "w2/64", "w2/20000", "w3", "w5", "w6");

        private static final Set<String> EVENTS = Set.of("e1", "e2");

        private static final Set<String> EVENTS_OF_EIGHT = Set.of("e1", "e2", "w4");

        /** Libraries that take objects inside others, in collections and of several classes. */
        private static final Set<String> ANY_SHAPE = with(ANY_OF_EIGHT, SHAPES);

        private static final Set<String> LIVE_SHAPES = with(LIVE, SHAPES);

        private static final Set<String> DATA = Set.of("w1", "w2/1", "w2/64", "w2/20000");

        private final List<Peer> peers = new ArrayList<>();

        private static Set<String> with(Set<String> some, Set<String> others) {
            return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
        }

        List<Peer> build() {
            floors();
            deltawire();
            media();
            chronicle();
            events();
            text();
            binary();
            compressed();
            return List.copyOf(peers);
        }

        private void add(
                String name, Kind kind, String library, Set<String> workloads, Function<Workload, Codec> factory) {
            peers.add(new Peer(name, kind, library, List.of(), workloads, factory));
        }

        private void floors() {
            String library = "by hand";
            add("floor-binary", Kind.FLOOR, library, SAMPLES_AND_EIGHT, Builder::floorBinary);
            add("floor-json", Kind.FLOOR, library, DATA, w -> new FloorJson());
            add("floor-yaml", Kind.FLOOR, library, DATA, w -> new FloorYaml());
            add(
                    "floor-delta",
                    Kind.FLOOR,
                    library,
                    SAMPLES,
                    w -> w.type() == Snapshot.class ? new FloorSnapshotDelta() : new FloorDelta());
        }

        private static Codec floorBinary(Workload workload) {
            if (workload.type() == EightClasses.class) {
                return new FloorEightClasses();
            }
            return workload.type() == Snapshot.class ? new FloorSnapshot() : new FloorBinary();
        }

        private void deltawire() {
            deltawire("deltawire-yaml", Kind.TEXT, "yaml");
            deltawire("deltawire-json", Kind.TEXT, "json");
            deltawire("deltawire-csv", Kind.TEXT, "csv");
            deltawire("deltawire-binary", Kind.NAMED, "binary");
            deltawire("deltawire-delta", Kind.DELTA, "delta");
            add("deltawire-delta:live", Kind.DELTA, "this build", LIVE_SHAPES, DeltawireCodec::live);
        }

        private void deltawire(String name, Kind kind, String format) {
            Set<String> workloads = switch (kind) {
                case TEXT -> format.equals("csv") ? FLAT : ANY_OF_EIGHT;
                default -> ANY_SHAPE;
            };
            add(name, kind, "this build", workloads, w -> DeltawireCodec.of(format, w));
        }

        private void media() {
            medium("bytes", Medium.OnHeap::new);
            medium("native-bytes", Medium.Native::new);
            medium("array", Medium.Array::new);
            medium("byte-buffer", () -> new Medium.Buffer(ByteBuffer::allocate));
            medium("direct-buffer", () -> new Medium.Buffer(ByteBuffer::allocateDirect));
            medium("stream", Medium.Streams::new);
            medium("file-channel", Medium.Channel::new);
        }

        private void medium(String name, Supplier<Medium> medium) {
            peers.add(new Peer(
                    "deltawire-binary:" + name,
                    Kind.NAMED,
                    "this build",
                    List.of(),
                    Set.of("io"),
                    w -> DeltawireCodec.of("binary", w, medium.get())));
            add(
                    "floor-copy:" + name,
                    Kind.FLOOR,
                    "this build, and a copy by hand",
                    Set.of("io"),
                    w -> new HandCopyCodec(w, medium.get()));
        }

        private void chronicle() {
            String library = "chronicle-wire 2026.7";
            chronicle("chronicle-text", Kind.TEXT, library, "TEXT");
            chronicle("chronicle-yaml", Kind.TEXT, library, "YAML");
            chronicle("chronicle-json", Kind.TEXT, library, "JSON");
            chronicle("chronicle-binary", Kind.NAMED, library, "BINARY_LIGHT");
            chronicle("chronicle-fieldless", Kind.SCHEMA, library, "FIELDLESS_BINARY");
        }

        private void chronicle(String name, Kind kind, String library, String format) {
            Set<String> workloads = name.equals("chronicle-binary") ? SAMPLES_AND_EIGHT : SAMPLES;
            peers.add(new Peer(
                    name, kind, library, ChronicleCodec.JVM_ARGS, workloads, w -> ChronicleCodec.of(format, w.type())));
        }

        private void events() {
            for (String format : List.of("yaml", "json", "csv", "binary", "delta")) {
                Kind kind = switch (format) {
                    case "binary" -> Kind.NAMED;
                    case "delta" -> Kind.DELTA;
                    default -> Kind.TEXT;
                };
                String name = "deltawire-" + format + ":events";
                // A table has one class.
                Set<String> workloads = format.equals("csv") ? EVENTS : EVENTS_OF_EIGHT;
                add(name, kind, "this build", workloads, w -> new DeltawireEventCodec(format, w));
            }
            chronicleEvents("chronicle-yaml:events", Kind.TEXT, "YAML_ONLY");
            chronicleEvents("chronicle-json:events", Kind.TEXT, "JSON_ONLY");
            chronicleEvents("chronicle-binary:events", Kind.NAMED, "BINARY_LIGHT");
        }

        private void chronicleEvents(String name, Kind kind, String format) {
            peers.add(new Peer(
                    name,
                    kind,
                    "chronicle-wire 2026.7",
                    ChronicleCodec.JVM_ARGS,
                    EVENTS,
                    w -> new ChronicleEventCodec(format)));
        }

        private void text() {
            String jackson = "jackson 2.22.4";
            add("jackson-json", Kind.TEXT, jackson, ANY, w -> JacksonCodec.json(type(w)));
            add("jackson-yaml", Kind.TEXT, jackson, ANY, w -> JacksonCodec.yaml(type(w)));
            add("jackson-csv", Kind.TEXT, jackson, SAMPLES, w -> JacksonCodec.csv(type(w)));
            add("fastjson2", Kind.TEXT, "fastjson2 2.0.64", ANY, FastjsonCodec::json);
            add("snakeyaml", Kind.TEXT, "snakeyaml 2.7", SAMPLES, w -> new SnakeYamlCodec(w.type()));
        }

        private void binary() {
            String jackson = "jackson 2.22.4";
            add("jackson-smile", Kind.NAMED, jackson, ANY, w -> JacksonCodec.smile(type(w)));
            add("jackson-cbor", Kind.NAMED, jackson, ANY, w -> JacksonCodec.cbor(type(w)));
            add(
                    "msgpack",
                    Kind.NAMED,
                    "msgpack-core 0.9.12",
                    SAMPLES,
                    w -> w.type() == Snapshot.class ? new MsgPackSnapshotCodec() : new MsgPackCodec());
            add("fastjson2-jsonb", Kind.NAMED, "fastjson2 2.0.64", ANY, FastjsonCodec::jsonb);
            add("fastjson2-jsonb-array", Kind.SCHEMA, "fastjson2 2.0.64", SAMPLES, FastjsonCodec::jsonbArray);
            add("jdk", Kind.NAMED, "java " + Runtime.version().feature(), ANY_OF_EIGHT, w -> new JdkCodec());
            add("kryo", Kind.SCHEMA, "kryo 5.6.2", ANY_SHAPE, KryoCodec::new);
            add("fory", Kind.SCHEMA, "fory 1.6.0", ANY_SHAPE, ForyCodec::new);
            add("protobuf", Kind.SCHEMA, "protobuf-java 4.36.2", SAMPLES, w -> protobuf(w.type()));
            peers.add(new Peer(
                    "sbe", Kind.SCHEMA, "sbe-tool 1.38.1", SbeCodec.JVM_ARGS, SAMPLES, w -> new SbeCodec(w.type())));
            add("avro", Kind.SCHEMA, "avro 1.12.2", SAMPLES, w -> new AvroCodec(w.type()));
        }

        private void compressed() {
            String zstd = "zstd-jni 1.5.7-28";
            add(
                    "fastjson2+zstd-dict",
                    Kind.COMPRESSED,
                    zstd,
                    STREAMS,
                    w -> zstd(w.type(), () -> FastjsonCodec.json(w)));
            add("protobuf+zstd-dict", Kind.COMPRESSED, zstd, STREAMS, w -> zstd(w.type(), () -> protobuf(w.type())));
        }

        private static Class<?> type(Workload workload) {
            return workload instanceof OwnClassWorkload own ? own.ownClass() : workload.type();
        }

        private static ArrayCodec protobuf(Class<?> type) {
            return type == Snapshot.class ? new ProtobufSnapshotCodec() : new ProtobufCodec();
        }

        private static Codec zstd(Class<?> type, Supplier<ArrayCodec> factory) {
            try {
                return new ZstdDictionaryCodec(type, 3, factory);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
