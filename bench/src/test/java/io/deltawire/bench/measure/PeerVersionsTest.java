package io.deltawire.bench.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerVersionsTest {
    /** The artifact of each library that the report names. */
    private static final Map<String, String> JARS = Map.of(
            "jackson", "jackson-databind",
            "chronicle-wire", "chronicle-wire",
            "fastjson2", "fastjson2",
            "snakeyaml", "snakeyaml",
            "kryo", "kryo",
            "fory", "fory-core",
            "protobuf-java", "protobuf-java",
            "avro", "avro",
            "msgpack-core", "msgpack-core",
            "zstd-jni", "zstd-jni");

    @Test
    void versionsInTheReportMatchTheClassPath() {
        List<String> jars = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        for (Peer peer : Peers.all()) {
            String[] library = peer.library().split(" ");
            if (JARS.containsKey(library[0])) {
                String jar = "/" + JARS.get(library[0]) + "-" + library[1] + ".jar";
                assertTrue(jars.stream().anyMatch(path -> path.endsWith(jar)), jar + " in " + jars);
            }
        }
    }
}
