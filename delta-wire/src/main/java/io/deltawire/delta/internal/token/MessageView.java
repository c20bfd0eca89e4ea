package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;

/** Reads one message, whose walk has begun, and no other. */
public final class MessageView extends WalkReader {
    private final long messageOffset;

    public MessageView(Walk present, long messageOffset, WireLimits limits) {
        super(limits);
        this.walk = present;
        this.messageOffset = messageOffset;
    }

    /** Returns a reader of the message that a record stands for. */
    public static MessageView of(RecordState record, WireLimits limits) {
        RecordWalk walk = new RecordWalk(limits, new ByteCursor(limits));
        walk.start(record);
        return new MessageView(walk, -1, limits);
    }

    @Override
    public Walk walk() {
        return walk;
    }

    @Override
    public boolean nextMessage() {
        throw new IllegalStateException("this is a view of one message");
    }

    @Override
    public MessageKind messageKind() {
        return MessageKind.DATA;
    }

    @Override
    public long messageOffset() {
        return messageOffset;
    }

    @Override
    public void close() {}
}
