package io.deltawire.bench;

import com.fasterxml.jackson.core.json.PackageVersion;
import com.github.luben.zstd.util.ZstdVersion;
import io.deltawire.bench.Peer.Kind;
import io.deltawire.bench.floor.FloorBinary;
import io.deltawire.bench.floor.FloorDelta;
import io.deltawire.bench.floor.FloorJson;
import io.deltawire.bench.floor.FloorYaml;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Sample;
import io.deltawire.bench.peer.Avro;
import io.deltawire.bench.peer.Chronicle;
import io.deltawire.bench.peer.Deltawire;
import io.deltawire.bench.peer.Fastjson;
import io.deltawire.bench.peer.ForyCodec;
import io.deltawire.bench.peer.Jackson;
import io.deltawire.bench.peer.Jdk;
import io.deltawire.bench.peer.Kryo5;
import io.deltawire.bench.peer.MsgPack;
import io.deltawire.bench.peer.Protobuf;
import io.deltawire.bench.peer.SnakeYaml;
import io.deltawire.bench.peer.ZstdDictionary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import net.openhft.chronicle.wire.WireType;

/** All formats that are compared. */
public final class Peers {
    private static final List<Peer> ALL = new Builder().build();

    private Peers() {}

    /** All of them, in the order of the report. */
    public static List<Peer> all() {
        return ALL;
    }

    /** The peer of this name. */
    public static Peer byName(String name) {
        return ALL.stream()
                .filter(peer -> peer.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no peer " + name));
    }

    private static final class Builder {
        private static final Class<Sample> ANY = Sample.class;
        private static final Class<MyDataType> DATA = MyDataType.class;

        private final List<Peer> peers = new ArrayList<>();

        List<Peer> build() {
            floors();
            deltawire();
            chronicle();
            text();
            binary();
            compressed();
            return List.copyOf(peers);
        }

        private void add(
                String name,
                Kind kind,
                String library,
                Class<? extends Sample> messages,
                Function<Class<? extends Sample>, Codec> factory) {
            peers.add(new Peer(name, kind, library, List.of(), messages, factory));
        }

        private void floors() {
            add("floor-binary", Kind.FLOOR, "by hand", DATA, type -> new FloorBinary());
            add("floor-json", Kind.FLOOR, "by hand", DATA, type -> new FloorJson());
            add("floor-yaml", Kind.FLOOR, "by hand", DATA, type -> new FloorYaml());
            add("floor-delta", Kind.FLOOR, "by hand", DATA, type -> new FloorDelta());
        }

        private void deltawire() {
            deltawire("deltawire-yaml", Kind.TEXT, "yaml");
            deltawire("deltawire-json", Kind.TEXT, "json");
            deltawire("deltawire-csv", Kind.TEXT, "csv");
            deltawire("deltawire-binary", Kind.NAMED, "binary");
            deltawire("deltawire-delta", Kind.DELTA, "delta");
        }

        private void deltawire(String name, Kind kind, String format) {
            add(name, kind, "this build", ANY, type -> new Deltawire(format, type));
        }

        private void chronicle() {
            String library = "chronicle-wire 2026.7";
            chronicle("chronicle-text", Kind.TEXT, library, WireType.TEXT);
            chronicle("chronicle-yaml", Kind.TEXT, library, WireType.YAML);
            chronicle("chronicle-json", Kind.TEXT, library, WireType.JSON);
            chronicle("chronicle-binary", Kind.NAMED, library, WireType.BINARY_LIGHT);
            chronicle("chronicle-fieldless", Kind.SCHEMA, library, WireType.FIELDLESS_BINARY);
        }

        private void chronicle(String name, Kind kind, String library, WireType format) {
            peers.add(new Peer(name, kind, library, Chronicle.JVM_ARGS, ANY, type -> new Chronicle(format, type)));
        }

        private void text() {
            String jackson = "jackson " + PackageVersion.VERSION;
            add("jackson-json", Kind.TEXT, jackson, ANY, Jackson::json);
            add("jackson-yaml", Kind.TEXT, jackson, ANY, Jackson::yaml);
            add("jackson-csv", Kind.TEXT, jackson, ANY, Jackson::csv);
            add("fastjson2", Kind.TEXT, "fastjson2 2.0.64", ANY, Fastjson::json);
            add("snakeyaml", Kind.TEXT, "snakeyaml 2.7", ANY, SnakeYaml::new);
        }

        private void binary() {
            String jackson = "jackson " + PackageVersion.VERSION;
            add("jackson-smile", Kind.NAMED, jackson, ANY, Jackson::smile);
            add("jackson-cbor", Kind.NAMED, jackson, ANY, Jackson::cbor);
            add("msgpack", Kind.NAMED, "msgpack-core 0.9.12", DATA, type -> new MsgPack());
            add("fastjson2-jsonb", Kind.NAMED, "fastjson2 2.0.64", ANY, Fastjson::jsonb);
            add("fastjson2-jsonb-array", Kind.SCHEMA, "fastjson2 2.0.64", ANY, Fastjson::jsonbArray);
            add("jdk", Kind.NAMED, "java " + Runtime.version().feature(), ANY, type -> new Jdk());
            add("kryo", Kind.SCHEMA, "kryo 5.6.2", ANY, Kryo5::new);
            add("fory", Kind.SCHEMA, "fory 1.6.0", ANY, ForyCodec::new);
            add("protobuf", Kind.SCHEMA, "protobuf-java 4.36.2", DATA, type -> new Protobuf());
            add("avro", Kind.SCHEMA, "avro 1.12.2", ANY, Avro::new);
        }

        private void compressed() {
            String zstd = "zstd-jni " + ZstdVersion.VERSION;
            add("fastjson2+zstd-dict", Kind.COMPRESSED, zstd, ANY, type -> zstd(type, () -> Fastjson.json(type)));
            add("protobuf+zstd-dict", Kind.COMPRESSED, zstd, DATA, type -> zstd(type, Protobuf::new));
        }

        private static Codec zstd(Class<? extends Sample> type, Supplier<ArrayCodec> factory) {
            try {
                return new ZstdDictionary(type, 3, factory);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
