package io.deltawire.cli.command;

import io.deltawire.cli.delta.DeltaAnnotation;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.RetainedBytes;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.message.TokenDescriptions;
import io.deltawire.cli.terminal.Console;
import io.deltawire.cli.terminal.Report;
import io.deltawire.cli.terminal.RetainedLines;
import io.deltawire.cli.terminal.TextFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireToken;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * {@code --hex}: shows each message's bytes and what they mean. A message's bytes end where the next one begins, so each is
 * shown when that is known.
 */
final class HexView {
    private static final int UNREAD = 256;

    private final Report report;
    private final int last;
    private final Deque<RetainedLines> tail = new ArrayDeque<>();
    private final HexLines lines = new HexLines();
    private final MessageTape pending = new MessageTape();
    private RetainedBytes kept;
    private DeltaAnnotation delta;
    private boolean binary;
    private boolean chosen;
    private boolean waiting;
    private boolean lost;

    /**
     * @param last how many messages are wanted from the end; 0 where all are
     */
    HexView(Console console, int last) {
        report = new Report(console);
        this.last = last;
    }

    /** Begins an input, before a reader of it is made. */
    void begin(Input input) {
        kept = input.keep();
        delta = input.format() instanceof DeltaFormat ? new DeltaAnnotation(lines) : null;
        binary = input.format().isBinary();
        waiting = false;
        lost = false;
        tail.clear();
    }

    /** Whether the end of a message to be shown is not known yet. */
    boolean isWaiting() {
        return waiting && chosen;
    }

    /** Takes the message that the bytes from here on are of. */
    void message(MessageTape tape, boolean isChosen) {
        if (binary) {
            pending.copyFrom(tape);
        } else {
            pending.placeAs(tape); // of text, no more is shown than the bytes
        }
        waiting = true;
        chosen = isChosen;
    }

    /**
     * Shows what has been read up to where the next message begins, or the input ends.
     *
     * @param end offset in the input; -1 where reading failed, and what is good of the bytes is not known
     */
    void ended(long end) {
        long from = kept.first();
        // Where reading failed the reader may have read ahead to what is good again.
        byte[] chunk = end < 0 ? kept.copy() : kept.take(end);
        lines.of(chunk, from);
        RetainedLines text = waiting && chosen && last > 0 ? new RetainedLines() : null;
        if (waiting) {
            // What is before the first message is shown with it.
            lines.handTo(text != null ? text::add : chosen ? report::line : line -> {});
            lines.say("# #" + pending.number() + " @" + pending.offset()
                    + (end < 0 ? "" : ", " + size(chunk.length, end)));
        }
        if (delta != null) {
            showDelta(chunk, end < 0);
        } else if (binary && waiting) {
            showTokens(from, chunk.length, end);
        } else if (waiting || !lost) {
            // Nothing tells where text that was not read any more begins.
            lines.plain(0, end < 0 ? Math.min(chunk.length, UNREAD) : chunk.length);
        }
        if (end < 0) {
            lines.say("# what follows could not be read");
        }
        lost = end < 0;
        if (waiting) {
            lines.say("");
            lines.handTo(null);
        }
        if (text != null) {
            if (tail.size() == last) {
                tail.removeFirst();
            }
            tail.addLast(text.end());
        }
        waiting = false;
    }

    /** The size of the message, or what it is a part of. */
    private String size(int bytes, long end) {
        pending.endAt(end);
        return pending.length() >= 0
                ? TextFormat.plural(bytes, "byte")
                : end == pending.offset()
                        ? "in the compressed frame shown below"
                        : "the last one of a compressed frame";
    }

    /** Hands over what is shown so far; at the end, the last messages. */
    void flush(boolean atEnd) {
        if (atEnd) {
            tail.forEach(text -> text.forEach(report::line));
        }
        report.flush();
    }

    private void showDelta(byte[] chunk, boolean failed) {
        int start = 0;
        if (lost) {
            start = DeltaAnnotation.lastHeader(chunk);
            delta.restart();
        }
        delta.show(start, waiting ? TokenDescriptions.texts(pending) : Map.of(), failed ? 1 : Integer.MAX_VALUE);
    }

    private void showTokens(long from, int length, long nextMessage) {
        int depth = 0;
        int at = 0;
        for (int i = 0; i < pending.size(); i++) {
            WireToken token = pending.token(i);
            depth -= token == WireToken.END_OBJECT || token == WireToken.END_LIST ? 1 : 0;
            int end = (int) Math.max(at, Math.min(length, pending.end(i) - from));
            if (i == 0) {
                // The object that a document is has no code of its own, only the document's header.
                String what = end == 4 ? "document of " + (length - 4) + " bytes" : TokenDescriptions.describe(pending, i);
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
