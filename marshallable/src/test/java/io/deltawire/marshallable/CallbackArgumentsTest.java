package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects that are there for their methods cannot be sent, and are refused with a word on what to do. */
class CallbackArgumentsTest {
    interface Reply {
        void reply(String text);
    }

    interface Requests {
        void ask(String question, Reply reply);

        void each(Consumer<String> action);

        void any(Object value);

        void text(String text);
    }

    /** No callback: nothing of it is void, and there is an empty object to send. */
    static class Heartbeat implements Comparable<Heartbeat> {
        @Override
        public int compareTo(Heartbeat other) {
            return 0;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Heartbeat;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class Printer implements Reply {
        @Override
        public void reply(String text) {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "binary", "delta", "csv"})
    void callbacksAreRefusedAndTheNextMessageIsWritten(String format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> captured = new ArrayList<>();
        try (Wire out = Wire.of(format, bytes)) {
            Requests requests = out.methodWriter(Requests.class);
            Reply anonymous = new Reply() {
                @Override
                public void reply(String text) {
                    captured.add(text);
                }
            };
            for (Runnable call : List.<Runnable>of(
                    () -> requests.ask("a", new Printer()),
                    () -> requests.ask("a", anonymous),
                    () -> requests.ask("a", text -> {}),
                    () -> requests.each(captured::add),
                    () -> requests.any(new Printer()),
                    () -> out.write("any", List.of(anonymous)))) {
                WireDataException e = assertThrows(WireDataException.class, call::run);
                assertTrue(
                        e.getMessage().contains("callback") || e.getMessage().contains("lambda"), () -> e.getMessage());
            }
            requests.text("goes on");
        }
        List<String> read = new ArrayList<>();
        Wire in = Wire.of(format, new ByteArrayInputStream(bytes.toByteArray()));
        while (in.next()) {
            read.add(in.event() + " " + in.read(String.class));
        }
        assertEquals(List.of("text goes on"), read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "binary", "delta", "csv"})
    void emptyObjectsOfOtherClassesAndRegisteredOnesAreWritten(String format) {
        TypeRegistry types = TypeRegistry.create();
        types.register(Printer.class);
        types.register(Heartbeat.class);
        WireOptions options = types.asOptions();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Wire out = Wire.of(format, bytes, options)) {
            out.write("any", new Printer());
            out.write("any", new Heartbeat());
        }
        Wire in = Wire.of(format, new ByteArrayInputStream(bytes.toByteArray()), options);
        assertEquals(Printer.class, in.read().value().getClass());
        assertEquals(new Heartbeat(), in.read().value());
    }
}
