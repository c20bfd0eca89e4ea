package io.deltawire.flink.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService.ProcessingTimeCallback;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Collects messages to lists. It emits what it has before a checkpoint and at the end of the input, so it needs no
 * state. A list has the timestamp of its last message.
 */
public final class CollectOperator<T> extends AbstractStreamOperator<List<T>>
        implements OneInputStreamOperator<T, List<T>>, BoundedOneInput, ProcessingTimeCallback {
    private static final long serialVersionUID = 1;

    private final int messages;
    private final long lingerMillis;

    private transient List<T> list;
    /** Copies a message that the runtime will use again; null if it uses none again. */
    private transient TypeSerializer<T> copier;
    /** Takes the timestamp of the last message, if it has one. */
    private transient StreamRecord<List<T>> next;
    /** When the first message of the list must go on, in milliseconds of processing time. */
    private transient long dueAt;
    /** The only timer, which is set again if it fires for an earlier list; null if none runs. */
    private transient ScheduledFuture<?> timer;

    /**
     * @param messages the number of messages at which a list is emitted
     * @param lingerMillis the longest time in milliseconds that a message waits
     */
    public CollectOperator(int messages, long lingerMillis) {
        this.messages = messages;
        this.lingerMillis = lingerMillis;
    }

    @Override
    public void open() throws Exception {
        super.open();
        list = new ArrayList<>();
        next = new StreamRecord<>(list);
        timer = null;
        copier = getExecutionConfig().isObjectReuseEnabled()
                ? getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader())
                : null;
    }

    @Override
    public void processElement(StreamRecord<T> element) {
        if (list.isEmpty()) {
            dueAt = getProcessingTimeService().getCurrentProcessingTime() + lingerMillis;
            if (timer == null) {
                startTimer();
            }
        }
        T message = element.getValue();
        list.add(copier == null ? message : copier.copy(message));
        if (element.hasTimestamp()) {
            next.setTimestamp(element.getTimestamp());
        }
        if (list.size() >= messages) {
            emit();
        }
    }

    private void startTimer() {
        timer = getProcessingTimeService().registerTimer(dueAt, this);
    }

    @Override
    public void onProcessingTime(long time) {
        timer = null;
        if (list.isEmpty()) {
            return;
        }
        if (dueAt <= time) {
            emit();
        } else {
            startTimer();
        }
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        emit();
    }

    @Override
    public void endInput() {
        emit();
    }

    private void emit() {
        if (list.isEmpty()) {
            return;
        }
        StreamRecord<List<T>> full = next;
        list = new ArrayList<>(list.size());
        next = new StreamRecord<>(list);
        output.collect(full);
    }
}
