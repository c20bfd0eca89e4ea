package io.deltawire.cli;

import io.deltawire.delta.DeltaFormat;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is lost by damage, and where reading can go on. A delta dump in a file tells both: the next block that begins with
 * empty state says how many messages are before it.
 *
 * @param seekable whether the input is such a file; of others nothing is known before they are read
 * @param first number of the first message that is lost
 * @param next number of the first message that can be read again, or -1 where there is none
 * @param offset where its block begins
 */
record Recovery(boolean seekable, long first, long next, long offset) {
    /**
     * Looks for what comes after damage.
     *
     * @param first number of the message that cannot be read
     * @param fault offset of the damage
     */
    static Recovery of(Input input, long first, long fault) {
        if (!input.format().name().equals("delta") || !input.canSeek() || fault < 0) {
            return new Recovery(false, first, -1, -1);
        }
        try (FileChannel channel = FileChannel.open(Path.of(input.name()))) {
            DeltaFormat.Start next = DeltaFormat.nextStart(channel, fault);
            if (next == null) {
                return new Recovery(true, first, -1, channel.size());
            }
            long before = before(channel, fault) + next.sequence();
            return new Recovery(true, first, before < first - 1 ? -1 : before + 1, next.offset());
        } catch (IOException e) {
            return new Recovery(false, first, -1, -1);
        }
    }

    /** The messages before the stream in which an offset is. */
    private static long before(FileChannel channel, long offset) throws IOException {
        long before = 0;
        for (DeltaFormat.Start start : DeltaFormat.starts(channel)) {
            if (start.offset() < offset) {
                before = start.messages() - start.sequence();
            }
        }
        return before;
    }

    /** What to tell below the bytes around the damage. */
    List<String> lines(boolean goesOn) {
        List<String> lines = new ArrayList<>();
        if (seekable && offset >= 0 && next < 0) {
            lines.add("  lost: all from message " + first + " on; no block after it can be read");
            return lines;
        }
        if (seekable) {
            lines.add("  lost: " + (next - first < 2 ? "message " + first : "messages " + first + " to " + (next - 1))
                    + "; the next good block begins at byte " + offset + " with message " + next);
        }
        if (!goesOn) {
            lines.add("  to go on behind it: --keep-going" + (seekable ? ", or --from @" + offset : ""));
        }
        return lines;
    }
}
