package io.deltawire.bench.latency;

import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import net.openhft.chronicle.bytes.Bytes;
import org.HdrHistogram.Histogram;

/**
 * The user's component between two wires. Its events come from a file and are sent again and again. The history of each output
 * tells how long the event was in the first wire, in the component and in the second wire.
 */
final class OwnComponent implements Pacer.EventPath {
    /** The stages, in the order of the differences of a history's times. */
    static final List<String> STAGES = List.of("wire before", "component", "wire after");

    private static final long MAX_NANOS = 3_600_000_000_000L;

    /** A call that was read from the file. */
    private record Call(Method method, Object[] arguments) {}

    private final String format;
    private final Bytes<?> input = Bytes.allocateElasticOnHeap(1 << 12);
    private final Bytes<?> output = Bytes.allocateElasticOnHeap(1 << 12);
    private final List<Call> calls = new ArrayList<>();
    private final Object writer;
    private final MethodReader reader;
    private final MethodReader last;
    private final List<Histogram> stages = new ArrayList<>();
    private LongConsumer arrival = due -> {};

    /**
     * @param type the class of the component: it implements interfaces of events, and its constructor takes the interface that it calls
     * @param data events for it, in a file whose name ends with the format
     * @throws IllegalArgumentException if the class is no such component, or the file has no event for it
     */
    OwnComponent(String format, Class<?> type, Path data) throws IOException {
        this.format = format;
        for (int i = 0; i < STAGES.size(); i++) {
            stages.add(new Histogram(MAX_NANOS, 3));
        }
        Class<?>[] inputs = type.getInterfaces();
        Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
                .filter(each -> each.getParameterCount() == 1 && each.getParameterTypes()[0].isInterface())
                .findFirst()
                .orElse(null);
        if (inputs.length == 0 || constructor == null) {
            throw new IllegalArgumentException(
                    "expected a class that implements an interface of events, with a constructor"
                            + " that takes the interface that it calls, but was " + type.getName());
        }
        WireOptions options = WireOptions.DEFAULTS;
        Wire before = Wire.of(WireFormats.byName(format), input, options);
        Wire after = Wire.of(WireFormats.byName(format), output, options);
        Class<?>[] more = Arrays.copyOfRange(inputs, 1, inputs.length);
        MessageHistory sent = new MessageHistory();
        writer = before.methodWriterBuilder(inputs[0], more).history(sent).build();
        MessageHistory history = new MessageHistory();
        Class<?> called = constructor.getParameterTypes()[0];
        Object component = create(
                constructor, after.methodWriterBuilder(called).history(history).build());
        reader = before.methodReaderBuilder()
                .reuseArguments()
                .history(1, history)
                .build(component);
        MessageHistory arrived = new MessageHistory();
        Object sink = proxy(type.getClassLoader(), called, (proxy, method, arguments) -> {
            record(arrived);
            return null;
        });
        last = after.methodReaderBuilder().reuseArguments().history(2, arrived).build(sink);
        readCalls(data, options, inputs, type.getClassLoader());
        if (calls.isEmpty()) {
            throw new IllegalArgumentException(data + " has no event that " + type.getName() + " takes");
        }
    }

    private static Object create(Constructor<?> constructor, Object next) {
        try {
            constructor.setAccessible(true);
            return constructor.newInstance(next);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("the constructor of the component fails: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the component cannot be created: " + e, e);
        }
    }

    private static Object proxy(ClassLoader loader, Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler);
    }

    private void readCalls(Path data, WireOptions options, Class<?>[] inputs, ClassLoader loader) throws IOException {
        String name = data.getFileName().toString();
        Object recorder = Proxy.newProxyInstance(loader, inputs, (proxy, method, arguments) -> {
            method.setAccessible(true);
            calls.add(new Call(method, arguments));
            return null;
        });
        try (InputStream stream = Files.newInputStream(data)) {
            MethodReader file = Wire.of(name.substring(name.lastIndexOf('.') + 1), stream, options)
                    .methodReader(recorder);
            while (file.readOne()) {
                // each message is a call
            }
        }
    }

    private void record(MessageHistory history) {
        for (int i = 0; i < STAGES.size() && i + 1 < history.timings(); i++) {
            stages.get(i).recordValue(Math.max(0, history.timing(i + 1) - history.timing(i)));
        }
    }

    @Override
    public String format() {
        return format;
    }

    @Override
    public void onArrival(LongConsumer dueNanos) {
        arrival = dueNanos;
    }

    @Override
    public void send(long number, long dueNanos) {
        Call call = calls.get((int) (number % calls.size()));
        try {
            call.method.invoke(writer, call.arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("event " + number + " cannot be sent: " + e.getCause(), e);
        }
        while (reader.readOne()) {
            // the component is called
        }
        while (last.readOne()) {
            // its outputs arrive
        }
        input.clear();
        output.clear();
        arrival.accept(dueNanos);
    }

    /** Forgets what was measured, as after a warm-up. */
    void clear() {
        stages.forEach(Histogram::reset);
    }

    /** Returns a result for each stage, counted for each output of the component. */
    List<LatencyResult> stages(LatencyResult whole) {
        List<LatencyResult> results = new ArrayList<>();
        for (int i = 0; i < STAGES.size(); i++) {
            results.add(
                    new LatencyResult(format + ": " + STAGES.get(i), whole.rate(), whole.achieved(), stages.get(i)));
        }
        return results;
    }
}
