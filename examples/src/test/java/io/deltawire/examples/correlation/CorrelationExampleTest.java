package io.deltawire.examples.correlation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.examples.testing.Example;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CorrelationExampleTest {
    private final Wire questions = Wire.of("yaml", Bytes.allocateElasticOnHeap());
    private final Wire answers = Wire.of("yaml", Bytes.allocateElasticOnHeap());
    private final Client client = new Client(questions.methodWriter(Questions.class));

    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(CorrelationExample.class, () -> CorrelationExample.main(new String[0]));
    }

    @Test
    void answersFindTheirQuestionsInAnyOrder() {
        CompletableFuture<Long> first = client.divide(10, 5);
        CompletableFuture<Long> second = client.divide(9, 3);
        runAll();
        assertEquals(2, first.join());
        assertEquals(3, second.join());
        assertTrue(
                answers.toYaml().indexOf("id: 2") < answers.toYaml().indexOf("id: 1"),
                "the second is answered first: " + answers.toYaml());
    }

    @Test
    void openQuestionsFailAtTheEnd() {
        CompletableFuture<Long> first = client.divide(10, 5);
        assertFalse(first.isDone());
        client.onEnd();
        assertThrows(CompletionException.class, first::join);
        assertThrows(CompletionException.class, client.divide(1, 1)::join);
    }

    private void runAll() {
        MethodReader service = questions.methodReader(new Divider(answers.methodWriter(Answers.class)));
        while (service.readOne()) {}
        MethodReader reader = answers.methodReader(client);
        while (reader.readOne()) {}
    }
}
