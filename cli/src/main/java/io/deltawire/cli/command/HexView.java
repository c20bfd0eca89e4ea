package io.deltawire.cli.command;

import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.RetainedBytes;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.message.TokenDescriptions;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.LinePrinter;
import io.deltawire.cli.terminal.RetainedLines;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.internal.inspect.DeltaInspector;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * {@code --hex}: shows the bytes of each message and what they mean. The bytes of a message end where the next one
 * begins, so each message is shown when that is known.
 */
final class HexView {
    private static final int UNREAD = 256;

    private final LinePrinter report;
    private final int last;
    private final Deque<RetainedLines> tail = new ArrayDeque<>();
    private final HexLines lines = new HexLines();
    private final MessageTape pending = new MessageTape();
    private RetainedBytes kept;
    private DeltaInspector delta;
    private boolean binary;
    private boolean chosen;
    private boolean waiting;
    private boolean lost;

    /** @param last the number of messages wanted from the end; 0 if all are */
    HexView(Console console, int last) {
        report = new LinePrinter(console);
        this.last = last;
    }

    /**
     * Begins an input, before a reader of it is made.
     *
     * @param limits the limits of the reader
     */
    void begin(Input input, WireLimits limits) {
        kept = input.retainBytes();
        delta = input.format() instanceof DeltaFormat ? new DeltaInspector(lines, limits) : null;
        binary = input.format().isBinary();
        waiting = false;
        lost = false;
        tail.clear();
    }

    /** Whether the end of a message to be shown is not known yet. */
    boolean isWaiting() {
        return waiting && chosen;
    }

    /** Takes the message whose bytes come next. */
    void message(MessageTape tape, boolean isChosen) {
        if (binary) {
            pending.copyFrom(tape);
        } else {
            pending.copyOrigin(tape); // only the bytes of text are shown
        }
        waiting = true;
        chosen = isChosen;
    }

    /**
     * Shows what has been read up to the next message, or to the end of the input.
     *
     * @param end the offset in the input; -1 if reading failed, so that it is unknown which bytes are good
     */
    void ended(long end) {
        long from = kept.first();
        // After a failure the reader may have read ahead.
        byte[] chunk = end < 0 ? kept.copy() : kept.release(end);
        lines.setBytes(chunk, from);
        RetainedLines text = waiting && chosen && last > 0 ? new RetainedLines() : null;
        if (waiting) {
            // Bytes before the first message are shown with it.
            lines.setConsumer(text != null ? text::add : chosen ? report::line : line -> {});
            lines.addText("# #" + pending.number() + " @" + pending.offset()
                    + (end < 0 ? "" : ", " + size(chunk.length, end)));
        }
        if (delta != null) {
            showDelta(chunk, end < 0);
        } else if (binary && waiting) {
            showTokens(from, chunk.length, end);
        } else if (waiting || !lost) {
            // Text after a failure has no known start.
            lines.plain(0, end < 0 ? Math.min(chunk.length, UNREAD) : chunk.length);
        }
        if (end < 0) {
            lines.addText("# what follows could not be read");
        }
        lost = end < 0;
        if (waiting) {
            lines.addText("");
            lines.setConsumer(null);
        }
        if (text != null) {
            if (tail.size() == last) {
                tail.removeFirst();
            }
            tail.addLast(text.end());
        }
        waiting = false;
    }

    /** The size of the message, or the frame that it is part of. */
    private String size(int bytes, long end) {
        pending.setEnd(end);
        return pending.length() >= 0
                ? TextFormat.plural(bytes, "byte")
                : end == pending.offset()
                        ? "in the compressed frame shown below"
                        : "the last one of a compressed frame";
    }

    /** Prints what has been shown so far; at the end, the last messages. */
    void flush(boolean atEnd) {
        if (atEnd) {
            tail.forEach(text -> text.forEach(report::line));
        }
        report.flush();
    }

    private void showDelta(byte[] chunk, boolean failed) {
        int start = 0;
        if (lost) {
            start = DeltaInspector.lastHeader(chunk);
            delta.restart();
        }
        delta.report(start, waiting ? TokenDescriptions.texts(pending) : Map.of(), failed ? 1 : Integer.MAX_VALUE);
    }

    private void showTokens(long from, int length, long nextMessage) {
        int depth = 0;
        int at = 0;
        for (int i = 0; i < pending.size(); i++) {
            WireToken token = pending.token(i);
            depth -= token == WireToken.END_OBJECT || token == WireToken.END_LIST ? 1 : 0;
            int end = (int) Math.max(at, Math.min(length, pending.end(i) - from));
            if (i == 0) {
                // The object of a document has no code, only the header of the document.
                String what =
                        end == 4 ? "document of " + (length - 4) + " bytes" : TokenDescriptions.describe(pending, i);
                lines.line(0, end, 0, what);
            } else {
                lines.line(at, end, depth, TokenDescriptions.describe(pending, i));
            }
            at = end;
            depth += token == WireToken.BEGIN_OBJECT || token == WireToken.BEGIN_LIST ? 1 : 0;
        }
        if (nextMessage >= 0) {
            lines.line(at, length, 0, at == 0 ? "message of an old delta stream" : "padding");
        }
    }
}
