package io.deltawire.guide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.testing.GuidePage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the code of the page about Flink, and compares what it prints. */
class GuideTest {
    @TempDir
    Path folder;

    @Test
    void codeOfThePageRunsAndPrintsWhatThePageSays() throws Exception {
        GuidePage page = new GuidePage(Path.of(System.getProperty("projectDir", ".."), "docs/guide/flink.md"));
        assertTrue(page.uses("io.deltawire.flink"));
        page.compileAndRun(folder, page.source());
    }
}
