package io.deltawire.cli.transform;

import io.deltawire.cli.message.MessageMemory;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.message.MessageTimes;
import io.deltawire.cli.message.Position;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.terminal.Failure;
import io.deltawire.cli.terminal.TextFormat;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Selects the messages of the inputs that are written: by number, offset, time, content and count. It counts the
 * messages that it has selected, and retains the last ones for {@code --last}.
 */
public final class Selection {
    private static final int MAX_LAST = 1_000_000;

    private final Position from;
    private final Position to;
    private final String timeField;
    private final MessageFilter filter;
    private final long every;
    private final long max;
    private final int last;
    private final Deque<MessageTape> tail = new ArrayDeque<>();
    private long tailBytes;
    private long fitting;
    private long taken;
    private boolean past;
    private boolean askedForTime;
    private boolean hasTime;
    private long end = Long.MAX_VALUE;

    public Selection(Arguments arguments) {
        from = arguments.parse(Option.FROM, null, Position::parse);
        to = arguments.parse(Option.TO, null, Position::parse);
        if (from != null && to != null && from.kind() == to.kind() && to.value() < from.value()) {
            throw Failure.usage("--to " + arguments.get(Option.TO) + " is before --from " + arguments.get(Option.FROM));
        }
        timeField = arguments.get(Option.TIME);
        filter = MessageFilter.of(arguments);
        every = arguments.count(Option.EVERY, 1);
        max = arguments.count(Option.MAX, Long.MAX_VALUE);
        long wanted = arguments.count(Option.LAST, 0);
        if (wanted > MAX_LAST) {
            throw Failure.usage("option --last: at most " + MAX_LAST + " messages are kept, but it was " + wanted);
        }
        last = (int) wanted;
        if (last > 0 && arguments.has(Option.FOLLOW)) {
            throw Failure.usage("--last waits for the end, which --follow never reaches");
        }
    }

    /** Whether every message is wanted. */
    public boolean isAll() {
        return filter == null && isByContentOnly();
    }

    /** Whether the content of a message decides. */
    public boolean looksInside() {
        return filter != null || last > 0 || isTime(from) || isTime(to);
    }

    private static boolean isTime(Position position) {
        return position != null && position.kind() == Position.Kind.TIME;
    }

    /** Where a reader that can seek may begin, or null. */
    public Position start() {
        return from;
    }

    /** The field that holds the time, or empty. */
    public String timeField() {
        return timeField == null ? "" : timeField;
    }

    /** The time after which nothing is wanted, or null. */
    public Position lastTime() {
        return isTime(to) ? to : null;
    }

    /** The number of messages wanted from the end, if they can be found from there; else 0. */
    public int wantedFromEnd() {
        return every == 1 && max == Long.MAX_VALUE ? last : 0;
    }

    /** Declares that nothing from an offset of the present input on is wanted. */
    public void setEnd(long offset) {
        end = offset;
    }

    /** Forgets the selected messages, so that the same input can be read again. */
    public void restart() {
        tail.clear();
        tailBytes = 0;
        fitting = 0;
        taken = 0;
    }

    /** Whether all the messages wanted from the end have been found. */
    public boolean hasLast() {
        return tail.size() == last;
    }

    /** Begins another input, whose numbers and offsets start again. */
    public void nextInput() {
        past = false;
    }

    /** Whether nothing more of the present input can be wanted. */
    public boolean isPast() {
        return past || isFull();
    }

    /** Adds what another selection has counted that {@link #isByContentOnly} and has the same options. */
    public void add(Selection other) {
        fitting += other.fitting;
        taken += other.taken;
        if (filter != null) {
            filter.add(other.filter);
        }
    }

    /** Whether each message is selected by its content alone, and not by its number, offset or time. */
    public boolean isByContentOnly() {
        return from == null && to == null && every == 1 && max == Long.MAX_VALUE && last == 0;
    }

    /** The number of selected messages. */
    public long selected() {
        return taken;
    }

    /** Goes back to an earlier number of selected messages, since one could not be written. */
    public void revertTo(long count) {
        taken = count;
    }

    /** Whether nothing more of any input can be wanted. */
    public boolean isFull() {
        return taken >= max;
    }

    /** Checks the number and offset of a message. Must be called for every message in order. */
    public boolean checkRange(long number, long offset) {
        if (offset >= end) {
            past = true;
            return false;
        }
        if (to != null
                && (to.kind() == Position.Kind.NUMBER && number > to.value()
                        || to.kind() == Position.Kind.OFFSET && offset >= to.value())) {
            past = true;
            return false;
        }
        return from == null
                || from.kind() == Position.Kind.TIME
                || (from.kind() == Position.Kind.NUMBER ? number : offset) >= from.value();
    }

    /** Checks the content of a message in range. */
    public boolean fits(MessageTape tape) {
        return (!isTime(from) || atLeast(tape, from.value(), true))
                && (!isTime(to) || atLeast(tape, to.value(), false))
                && (filter == null || filter.selectMessage(tape));
    }

    /** Counts a matching message. Returns whether {@code --every} selects it. */
    public boolean select() {
        boolean turn = fitting++ % every == 0;
        if (turn) {
            taken++;
        }
        return turn;
    }

    /** Returns remarks on filters that have selected no message. */
    public List<String> filterRemarks(MissingFieldCheck sought) {
        return filter == null ? List.of() : filter.remarks(sought);
    }

    /** A remark if times were given and no message has one; else null. */
    public String timesRemark() {
        if (!askedForTime || hasTime) {
            return null;
        }
        return timeField == null
                ? "--from and --to: no message has a time; --time names the field that tells it"
                : "--time: no message has a time in the field " + TextFormat.quote(timeField);
    }

    /** The number of messages wanted from the end; 0 if all are. */
    public int last() {
        return last;
    }

    /** Retains a message if only the last ones are wanted. Returns the copy, or null. */
    public MessageTape retain(MessageTape tape) {
        if (last == 0) {
            return null;
        }
        MessageTape kept = tail.size() == last ? removeFirst() : new MessageTape();
        kept.copyFrom(tape);
        tail.addLast(kept);
        tailBytes += kept.bytes();
        MessageMemory.require(
                tailBytes, "the messages that --last retains to take", tail.size() + " of them take more");
        return kept;
    }

    private MessageTape removeFirst() {
        MessageTape oldest = tail.removeFirst();
        tailBytes -= oldest.bytes();
        return oldest;
    }

    /** The retained messages. */
    public Deque<MessageTape> tail() {
        return tail;
    }

    private boolean atLeast(MessageTape tape, long bound, boolean lower) {
        Long time = MessageTimes.time(tape, timeField);
        askedForTime = true;
        hasTime |= time != null;
        return time != null && (lower ? time >= bound : time <= bound);
    }
}
