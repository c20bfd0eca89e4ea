package io.deltawire.marshallable.junit;

import io.deltawire.marshallable.EventException;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.opentest4j.AssertionFailedError;

/**
 * One folder of test data: plays its events to a new component, and compares what that writes with the expected output.
 * It uses streams, because the first {@code Bytes} of a JVM logs an error line.
 */
final class Scenario {
    static final String IN = "in.yaml";
    static final String OUT = "out.yaml";

    private static final String SETUP = "setup.yaml";
    private static final WireOptions OPTIONS =
            WireOptions.DEFAULTS.with(MarshallableOptions.UNKNOWN_FIELDS, UnknownFieldPolicy.REFUSE);

    private final Path folder;
    private final Function<Wire, Object> componentOnWire;
    private final Function<Wire, Object> output;

    <O> Scenario(Path folder, Class<O> output, Function<O, ?> component) {
        this.folder = folder;
        this.output = wire -> wire.methodWriter(output);
        this.componentOnWire = wire -> component.apply(wire.methodWriter(output));
    }

    Path folder() {
        return folder;
    }

    String input() throws IOException {
        return Files.readString(folder.resolve(IN));
    }

    void check() throws IOException {
        Path file = folder.resolve(OUT);
        String written = run(input());
        if (!Files.exists(file)) {
            throw new AssertionFailedError(
                    file + " is not there. " + hint() + " The component wrote:\n" + written, "", written);
        }
        compare(file, canonical(Files.readString(file), file.toString()), written);
    }

    void rewrite() throws IOException {
        write(folder.resolve(OUT), "", run(input()));
    }

    /** Fails with the difference if the written output is not the expected one. */
    static void compare(Object where, String expected, String written) {
        if (!expected.equals(written)) {
            throw new AssertionFailedError(
                    where + " is not what the component writes (- expected, + written):\n"
                            + LineDiff.of(expected, written) + hint(),
                    expected,
                    written);
        }
    }

    static String hint() {
        return "To accept what is written, after review: -D" + EventTests.REWRITE + "=true";
    }

    /** Writes a file. Comments at the top of an existing file are preserved; a new file gets the given ones. */
    static void write(Path file, String comments, String text) throws IOException {
        StringBuilder preserved = new StringBuilder();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.startsWith("#") && !line.isBlank()) {
                    break;
                }
                preserved.append(line).append('\n');
            }
        }
        Files.writeString(file, (preserved.isEmpty() ? comments : preserved) + text);
    }

    /** Plays the setup and then some events to a new component, and returns what it writes for the latter. */
    String run(String events) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Wire out = wire(written);
        Object component = componentOnWire.apply(out);
        Path setup = folder.resolve(SETUP);
        if (Files.exists(setup)) {
            MethodReader reader = reader(Files.readString(setup), component);
            while (readOne(reader, setup)) {
                // an exception in the setup fails the test
            }
        }
        written.reset();
        MethodReader reader = reader(events, component);
        Path in = folder.resolve(IN);
        for (boolean isMore = true; isMore; ) {
            try {
                isMore = readOne(reader, in);
            } catch (EventException e) {
                writeException(out, e);
            }
        }
        return text(written);
    }

    private static void writeException(Wire out, EventException e) {
        try {
            out.write("exception", describe(e));
        } catch (IllegalStateException dropped) { // the component threw within a chain of calls, which is now dropped
            out.write("exception", describe(e));
        }
    }

    static String text(ByteArrayOutputStream written) {
        return written.toString(StandardCharsets.UTF_8);
    }

    private static boolean readOne(MethodReader reader, Object where) {
        try {
            return reader.readOne();
        } catch (WireException e) {
            throw new AssertionError(where + ": " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> describe(EventException e) {
        Map<String, Object> exception = new LinkedHashMap<>();
        exception.put("event", e.event());
        exception.put("type", e.getCause().getClass().getName());
        exception.put("message", e.getCause().getMessage());
        return exception;
    }

    /** Returns the expected output as the component would have written it: read as its events, and written again. */
    String canonical(String text, String where) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Wire out = wire(written);
        MethodReader reader = wire(text)
                .methodReaderBuilder()
                .onUnknownEvent((event, value, position) -> {
                    if (event == null && value == null) {
                        return; // an empty document
                    }
                    if (event == null || !event.equals("exception")) {
                        throw new IllegalArgumentException("the component's output has no event \"" + event + "\"");
                    }
                    out.write(event, value);
                })
                .build(output.apply(out));
        try {
            while (readOne(reader, where)) {
                // the method writer, as the component, writes each event again
            }
        } catch (EventException e) {
            throw new AssertionError(where + ": " + e.getMessage(), e);
        }
        return text(written);
    }

    private static MethodReader reader(String text, Object component) {
        return wire(text).methodReaderBuilder().refuseUnknownEvents().build(component);
    }

    private static Wire wire(OutputStream stream) {
        return Wire.of("yaml", stream, OPTIONS);
    }

    private static Wire wire(String text) {
        return Wire.of("yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), OPTIONS);
    }
}
