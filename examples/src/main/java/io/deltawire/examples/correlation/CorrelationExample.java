package io.deltawire.examples.correlation;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A client and a service with a wire in each direction. */
public final class CorrelationExample {
    private static final WireOptions LIVE = DeltaFormat.forLive(WireOptions.DEFAULTS);

    private CorrelationExample() {}

    public static void main(String[] arguments) throws IOException {
        Pipe questions = Pipe.open(); // two sockets, or two journals, do as well
        Pipe answers = Pipe.open();
        new Thread(() -> runService(questions, answers), "service").start();

        try (Wire out = Wire.of("delta", Channels.newOutputStream(questions.sink()), LIVE)) {
            Client client = new Client(out.methodWriter(Questions.class));
            new Thread(() -> readAnswers(answers, client), "answers").start();

            List<CompletableFuture<Long>> results =
                    List.of(client.divide(12, 3), client.divide(20, 4), client.divide(1, 0), client.divide(42, 6));
            for (CompletableFuture<Long> result : results) {
                System.out.println(result.handle((value, failure) -> failure == null ? value : failure)
                        .join());
            }
        }
    }

    private static void runService(Pipe questions, Pipe answers) {
        try (Wire in = Wire.of("delta", Channels.newInputStream(questions.source()), LIVE);
                Wire out = Wire.of("delta", Channels.newOutputStream(answers.sink()), LIVE)) {
            MethodReader reader = in.methodReader(new Divider(out.methodWriter(Answers.class)));
            while (reader.readOne()) {} // until the client closes its wire
        }
    }

    private static void readAnswers(Pipe answers, Client client) {
        try (Wire in = Wire.of("delta", Channels.newInputStream(answers.source()), LIVE)) {
            MethodReader reader = in.methodReader(client);
            while (reader.readOne()) {} // until the service closes its wire
        } finally {
            client.onEnd();
        }
    }
}
