package io.deltawire.flink;

import io.deltawire.flink.internal.CollectOperator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Collects the messages of a stream to the lists that {@link DeltaBlockSchema} writes as blocks. */
public final class DeltaBlocks {
    private DeltaBlocks() {}

    /**
     * Returns a stream of lists. Each task of it makes lists of what it gets, in that order.
     *
     * <p>No message stays in a list over a checkpoint: the list goes on before it, however short it is, and so does the
     * last one at the end of the input. So nothing is lost, and there is no state. The lists are for a sink: a watermark
     * passes the messages that wait.
     *
     * @param messages the number of messages at which a list goes on; blocks of less than about 50 save little
     * @param linger the longest time that a message waits for further ones, in whole milliseconds
     * @throws IllegalArgumentException if either is not positive
     */
    public static <T> SingleOutputStreamOperator<List<T>> collect(DataStream<T> stream, int messages, Duration linger) {
        if (messages <= 0) {
            throw new IllegalArgumentException("messages must be positive but was " + messages);
        }
        long millis = Objects.requireNonNull(linger, "linger").toMillis();
        if (millis <= 0) {
            throw new IllegalArgumentException("linger must be at least 1 ms but was " + linger);
        }
        return stream.transform(
                "Collect blocks", new ListTypeInfo<>(stream.getType()), new CollectOperator<>(messages, millis));
    }
}
