package io.deltawire.examples.likes;

import io.deltawire.marshallable.junit.EventTests;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class LikesTest {
    @TestFactory
    Stream<DynamicNode> likes() {
        return EventTests.in(Path.of("src/test/resources/likes"))
                .component(LikesOut.class, LikesService::new)
                .withMutations()
                .tests();
    }
}
