package io.deltawire.cli.output;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageNames;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.KeyOption;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.PartFile;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The output of a conversion: a single one, or with {@code --split} one file for each key, type, event or number of
 * messages.
 */
public final class SplitOutput {
    /** Each open file takes a buffer or two, and most systems allow a process about a thousand files. */
    private static final int MAX_FILES = 500;

    /** The longest name of a file on Linux, macOS and Windows; the names made here are ASCII. */
    private static final int MAX_NAME_BYTES = 255;

    private static final int HASH_BYTES = 12;

    private enum By {
        KEY,
        TYPE,
        EVENT,
        COUNT
    }

    private final Arguments arguments;
    private final Console console;
    private final By by;
    private final long perFile;
    private final List<String> keys;
    private final Map<String, Output> files = new LinkedHashMap<>();
    private final Output single;
    private final WireFormat format;
    private long messages;
    private boolean plainNames;
    /** What the header of a table says for its columns. */
    private Map<String, String> headings = Map.of();

    /** The key fields in the output, if they differ from those in the input; else null. */
    private List<String> keysInOutput;

    public SplitOutput(Arguments arguments, Console console) {
        this.arguments = arguments;
        this.console = console;
        keys = KeyOption.keyFields(arguments);
        String how = arguments.get(Option.SPLIT);
        if (how == null) {
            by = null;
            perFile = 0;
            single = Output.open(arguments, console, arguments.get(Option.OUT), Output.LARGE);
            format = single.format();
            return;
        }
        by = arguments.parse(Option.SPLIT, null, SplitOutput::by);
        perFile = by == By.COUNT ? arguments.count(Option.SPLIT, 1) : 0;
        String out = arguments.get(Option.OUT);
        if (out == null) {
            throw Failure.usage("--split needs --out NAME.EXTENSION, from which the names of the files are made");
        }
        if (by == By.KEY && keys.isEmpty()) {
            throw Failure.usage("--split key needs --key, the fields that name a record");
        }
        single = null;
        format = Output.format(arguments, out);
    }

    private static By by(String how) {
        if (!how.isEmpty() && Character.isDigit(how.charAt(0))) {
            return By.COUNT;
        }
        try {
            return By.valueOf(how.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected key, type, event or a number of messages");
        }
    }

    public WireFormat format() {
        return format;
    }

    /** Names the columns of tables by the fields as they are; before the first message. */
    public void usePlainNames() {
        plainNames = true;
        all().forEach(Output::usePlainNames);
    }

    /** Names the columns of tables as the header of the input does; before the first message. */
    public void useHeadings(Map<String, String> columns) {
        headings = columns;
        all().forEach(output -> output.useColumns(List.of(), columns));
    }

    /** Names the columns of a table without messages. */
    public void useColumns(List<String> columns) {
        all().forEach(output -> output.useColumns(columns, headings));
    }

    /** Names the key fields as they are in the output; before the first message. */
    public void useKeys(List<String> fields) {
        keysInOutput = fields;
        all().forEach(output -> output.useKeys(fields));
    }

    /** Whether the files are named after the events or types of messages. */
    public boolean looksAtNames() {
        return by == By.EVENT || by == By.TYPE;
    }

    /** Whether the content of a message decides where it goes. */
    public boolean isSplit() {
        return single == null;
    }

    /** The single output, or null. */
    public Output single() {
        return single;
    }

    /** The output for a message. */
    public Output outputFor(MessageTape message) {
        if (single != null) {
            return single;
        }
        if (by == By.COUNT) {
            if (messages++ % perFile == 0) {
                complete();
                files.clear();
                open(String.format(Locale.ROOT, "%06d", (messages - 1) / perFile + 1));
            }
            return files.values().iterator().next();
        }
        String name = name(message);
        Output output = files.get(name);
        return output == null ? open(name) : output;
    }

    private String name(MessageTape message) {
        return switch (by) {
            case KEY -> keys.stream().map(key -> keyName(message, key)).collect(Collectors.joining("+"));
            case TYPE -> fileName(MessageNames.type(message));
            default -> fileName(MessageNames.eventName(message));
        };
    }

    /** The part of a file's name for the value of a key. A missing value gets a name that no text can have. */
    private static String keyName(MessageTape message, String key) {
        int index = FieldPaths.find(message, key);
        if (index < 0) {
            return "%absent";
        }
        String text = FieldPaths.scalarText(message, index);
        return message.token(index) == WireToken.NULL || text == null ? "%null" : fileName(text);
    }

    private Output open(String name) {
        if (files.size() == MAX_FILES) {
            throw Failure.usage("--split: more than " + MAX_FILES + " files; select some of the messages, or split by"
                    + " something of fewer values");
        }
        String out = arguments.get(Option.OUT);
        int dot = out.lastIndexOf('.');
        int end = dot > out.lastIndexOf('/') ? dot : out.length();
        String target = out.substring(0, end) + "-" + shortened(name, out) + out.substring(end);
        Output output = Output.open(arguments, console, target, Output.SMALL);
        if (plainNames) {
            output.usePlainNames();
        }
        output.useColumns(List.of(), headings);
        if (keysInOutput != null) {
            output.useKeys(keysInOutput);
        }
        files.put(name, output);
        return output;
    }

    /**
     * Shortens a name that would make the name of the file too long: to its first characters and a hash of it, after
     * {@code %h}, which no other name contains.
     */
    private static String shortened(String name, String out) {
        String base = out.substring(out.lastIndexOf('/') + 1);
        int room = MAX_NAME_BYTES - base.getBytes(StandardCharsets.UTF_8).length - 1 - PartFile.SUFFIX.length();
        if (name.length() <= room) {
            return name;
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            String mark = "%h" + HexFormat.of().formatHex(hash, 0, HASH_BYTES);
            int kept = Math.max(0, room - mark.length());
            int cut = name.lastIndexOf('%', kept);
            return name.substring(0, cut >= 0 && cut > kept - 3 ? cut : kept) + mark;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /**
     * A value as part of a file's name: characters other than letters, digits and {@code . _ -} become %XX, by the bytes
     * of UTF-8. A lone surrogate, which UTF-8 has no bytes for, becomes the three that it would have.
     */
    static String fileName(String value) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < value.length(); ) {
            int point = value.codePointAt(i);
            i += Character.charCount(point);
            boolean plain = point < 0x80 && (Character.isLetterOrDigit(point) || "._-".indexOf(point) >= 0);
            if (plain) {
                name.append((char) point);
            } else if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                escape(name, 0xE0 | point >> 12);
                escape(name, 0x80 | point >> 6 & 0x3F);
                escape(name, 0x80 | point & 0x3F);
            } else {
                for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                    escape(name, b & 0xFF);
                }
            }
        }
        return name.toString();
    }

    private static void escape(StringBuilder name, int unsigned) {
        name.append(String.format(Locale.ROOT, "%%%02X", unsigned));
    }

    private List<Output> all() {
        return single == null ? new ArrayList<>(files.values()) : List.of(single);
    }

    /** Cancels an incomplete message, and flushes the others. */
    public void flush() {
        all().forEach(Output::flush);
    }

    /** Whether somebody may wait for what is written, and gets it before the program waits for input. */
    boolean flushesBeforeWait() {
        return single != null && single.flushTime() == Output.Flush.BEFORE_WAIT;
    }

    /** Whether written messages appear when the input pauses. */
    boolean flushesInPause() {
        return single != null && single.flushTime() == Output.Flush.IN_PAUSE;
    }

    /** Flushes the converted messages. */
    void handOn() {
        all().forEach(Output::handOn);
    }

    public void complete() {
        all().forEach(Output::complete);
    }

    public void abandon() {
        all().forEach(Output::abandon);
    }

    public void discard() {
        all().forEach(Output::discard);
    }

    /** The names of incomplete files with the good messages; null if the output is no file. */
    public String parts() {
        List<Output> all = all();
        if (all.isEmpty() || all.get(0).part() == null) {
            return null;
        }
        return all.size() == 1 ? all.get(0).part().toString() : all.size() + " files *.part";
    }
}
