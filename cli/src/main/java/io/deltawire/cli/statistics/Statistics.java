package io.deltawire.cli.statistics;

import io.deltawire.cli.delta.DeltaSize;
import io.deltawire.cli.delta.FieldBytes;
import io.deltawire.cli.input.FaultDescriber;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.InputOptions;
import io.deltawire.cli.input.InputScan;
import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.LastMessages;
import io.deltawire.cli.message.MessageFields;
import io.deltawire.cli.message.MessageMemory;
import io.deltawire.cli.message.MessageNames;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.message.MessageTimes;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.KeyOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.options.WriterOptions;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.cli.transform.MissingFieldCheck;
import io.deltawire.cli.transform.RecordChanges;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.yaml.YamlFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code wire stats}: counts what an input holds, in one pass. */
public final class Statistics implements InputScan.Visitor {
    private static final int MAX_RECORDS = 65_536;
    /** The number of fields and of events that are counted, each by itself; the rest counts together. */
    private static final int MAX_NAMES = 10_000;

    private static final String OTHERS = "(others)";

    private final InputScan scan;
    private final Console console;
    private final MissingFieldCheck sought;
    private final StatisticsReport report;
    private final List<String> keys;
    private final String timeField;
    private final LastMessages records = new LastMessages();
    private final Map<String, Long> perRecord = new LinkedHashMap<>();
    /** The length of the names of all records that are counted. */
    private long recordNames;

    private final Map<String, StatisticsFacts.FieldCount> fields = new LinkedHashMap<>();
    private final Map<String, StatisticsFacts.EventCount> events = new TreeMap<>();
    private final WireOptions options;
    private final WireLimits readerLimits;
    private final SizeCounter json;
    private final SizeCounter yaml;
    private String format = "";
    private long messages;
    private long jsonBytes;
    private long yamlBytes;
    private Instant firstTime;
    private Instant lastTime;
    private final TimeSeries series = new TimeSeries();
    private final Latencies latencies = new Latencies();
    private FieldBytes fieldBytes;
    /** Measures the input as a delta dump; null if it is one, or if a dump cannot have the key. */
    private DeltaSize delta;
    /** Looks for a key if none is given; else null. */
    private KeyGuess guess;
    /**
     * The messages whose size is not known yet: the last one, or all messages of a compressed frame, which share an
     * offset.
     */
    private final List<Pending> pending = new ArrayList<>();

    private long pendingOffset;

    private record Pending(StatisticsFacts.EventCount event, Instant time) {}

    public Statistics(Arguments arguments, Console console) {
        scan = new InputScan(arguments, console);
        this.console = console;
        report = new StatisticsReport(arguments, console);
        refuseConditions(arguments);
        keys = KeyOption.keyFields(arguments);
        timeField = arguments.get(Option.TIME);
        sought = new MissingFieldCheck(arguments);
        options = WriterOptions.common(arguments);
        readerLimits = InputOptions.readerOptions(arguments).limits();
        json = new SizeCounter(new JsonFormat(), options);
        yaml = new SizeCounter(new YamlFormat(), options);
    }

    /** Refuses conditions in {@code --key}: the bytes of a dump cannot be divided by records. */
    private static void refuseConditions(Arguments arguments) {
        for (String value : arguments.all(Option.KEY)) {
            if (KeyOption.isCondition(value)) {
                throw Failure.usage("option --key: wire stats selects no records, but it was " + TextFormat.quote(value)
                        + "; wire convert --key ... --output delta FILE | wire stats");
            }
        }
    }

    public int run() {
        int code = scan.run(this);
        report.end();
        report.flush();
        sought.remarks().forEach(console::error);
        return code;
    }

    @Override
    public void begin(String name, Input input) {
        WireFormat found = input == null ? null : input.format();
        format = found == null ? "empty" : found.name();
        records.clear();
        perRecord.clear();
        recordNames = 0;
        fields.clear();
        events.clear();
        messages = 0;
        jsonBytes = 0;
        yamlBytes = 0;
        firstTime = null;
        lastTime = null;
        pending.clear();
        series.clear();
        latencies.clear();
        boolean isDelta = found instanceof DeltaFormat;
        fieldBytes = input != null && isDelta ? new FieldBytes(input, readerLimits) : null;
        delta = isDelta ? null : new DeltaSize(keys, options);
        guess = isDelta || !keys.isEmpty() ? null : new KeyGuess(options);
    }

    @Override
    public void message(MessageTape tape, long number, long offset) {
        closeSize(offset);
        messages++;
        sought.record(tape);
        String name = MessageNames.event(tape);
        StatisticsFacts.EventCount event = events.computeIfAbsent(
                events.size() < MAX_NAMES || events.containsKey(name) ? name : OTHERS,
                e -> new StatisticsFacts.EventCount());
        event.countMessage();
        pendingOffset = offset;
        long jsonSize = json.size(tape);
        jsonBytes = sum(jsonBytes, jsonSize);
        yamlBytes = sum(yamlBytes, yaml.size(tape));
        countDelta(tape, jsonSize);
        Instant time = MessageTimes.instant(tape, timeField);
        pending.add(new Pending(event, time));
        if (time != null) {
            firstTime = firstTime == null || time.isBefore(firstTime) ? time : firstTime;
            lastTime = lastTime == null || time.isAfter(lastTime) ? time : lastTime;
        }
        latencies.add(tape);
        countFields(tape);
    }

    /** Adds two sizes; -1 stands for an unknown one. */
    private static long sum(long all, long one) {
        return all < 0 || one < 0 ? -1 : all + one;
    }

    private void countDelta(MessageTape tape, long jsonSize) {
        if (messages == 1 && delta != null && keys.stream().anyMatch(key -> FieldPaths.exact(tape, key) < 0)) {
            delta = null; // the key is part of a path, which identifies records here but not in a dump
        }
        if (delta != null) {
            delta.add(tape);
        }
        if (guess != null) {
            guess.add(tape, jsonSize);
        }
    }

    private void countFields(MessageTape tape) {
        String record = RecordChanges.record(tape, keys);
        boolean isCounted = perRecord.containsKey(record);
        boolean isRoom = perRecord.size() < MAX_RECORDS && recordNames + record.length() < MessageMemory.maxBytes();
        if (isCounted || isRoom) {
            perRecord.merge(record, 1L, Long::sum);
            recordNames += isCounted ? 0 : record.length();
        }
        MessageTape previous = records.get(record);
        Map<String, MessageFields.Leaf> before = previous == null ? Map.of() : MessageFields.of(previous);
        for (Map.Entry<String, MessageFields.Leaf> entry :
                MessageFields.of(tape).entrySet()) {
            MessageFields.Leaf leaf = entry.getValue();
            String path = fields.size() < MAX_NAMES || fields.containsKey(entry.getKey()) ? entry.getKey() : OTHERS;
            StatisticsFacts.FieldCount count = fields.computeIfAbsent(path, f -> new StatisticsFacts.FieldCount());
            boolean isNull =
                    tape.token(leaf.end() - 1) == io.deltawire.wire.WireToken.NULL && leaf.end() - leaf.name() == 2;
            long size = fieldSize(tape, leaf);
            MessageFields.Leaf old = before.get(entry.getKey());
            count.count(isNull, old == null || !MessageFields.same(tape, leaf, previous, old), size);
        }
        records.put(record, tape);
    }

    /** The size of {@code "name":value} as JSON, with a comma. */
    private long fieldSize(MessageTape tape, MessageFields.Leaf leaf) {
        // The braces and the line end do not belong to the field; a comma does.
        return Math.max(0, json.sizeOfField(tape, leaf.name(), leaf.end()) - 2);
    }

    private void closeSize(long end) {
        if (fieldBytes != null) {
            fieldBytes.countUpTo(end);
        }
        if (pending.isEmpty() || end >= 0 && end == pendingOffset) {
            return;
        }
        long size = pendingOffset >= 0 && end >= 0 ? end - pendingOffset : 0;
        List<Double> bodies = fieldBytes == null ? List.of() : fieldBytes.bodies();
        double weights = 0;
        for (int i = 0; i < pending.size(); i++) {
            weights += weight(bodies, i);
        }
        double done = 0;
        long given = 0;
        for (int i = 0; i < pending.size(); i++) {
            done += weight(bodies, i);
            long upTo = Math.round(size * done / weights);
            add(pending.get(i), upTo - given);
            given = upTo;
        }
        pending.clear();
    }

    /** The weight of a message among the messages of its frame: its size, if sizes are known. */
    private double weight(List<Double> bodies, int message) {
        return bodies.size() == pending.size() ? bodies.get(message) : 1;
    }

    private void add(Pending message, long size) {
        message.event().addBytes(size);
        if (message.time() != null && MessageTimes.hasNanos(message.time())) {
            series.add(MessageTimes.nanos(message.time()), size);
        }
    }

    @Override
    public void fault() {
        closeSize(-1);
    }

    @Override
    public void end(String name, long bytes, FaultDescriber.Fault fault) {
        closeSize(fault == null ? bytes : -1);
        if (fieldBytes != null) {
            fields.forEach((path, count) -> count.setOwnBytes(fieldBytes.bytesOf(path)));
        }
        if (messages > 0 || fault == null) {
            report.print(new StatisticsFacts(
                    name,
                    format,
                    messages,
                    bytes,
                    jsonBytes,
                    yamlBytes,
                    delta == null ? -1 : delta.end(),
                    guess == null ? null : guess.find(),
                    firstTime,
                    lastTime,
                    events,
                    fields,
                    fieldBytes == null ? -1 : fieldBytes.unattributedBytes(),
                    busiest(),
                    perRecord.size(),
                    series,
                    latencies.stages()));
        }
        if (fault != null) {
            report.flush();
            scan.report(fault);
        }
    }

    private List<Map.Entry<String, Long>> busiest() {
        List<Map.Entry<String, Long>> all = keys.isEmpty() ? new ArrayList<>() : new ArrayList<>(perRecord.entrySet());
        all.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        return all;
    }
}
