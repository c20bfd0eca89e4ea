package io.deltawire.delta;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;

/** Reads one message, whose walk has begun, and no other. */
final class MessageView extends WalkReader {
    private final long messageOffset;

    MessageView(Walk present, long messageOffset, WireLimits limits) {
        super(limits);
        this.walk = present;
        this.messageOffset = messageOffset;
    }

    /** Returns a reader of the message that a record stands for. */
    static MessageView of(RecordState record, WireLimits limits) {
        RecordWalk walk = new RecordWalk(limits, new ByteCursor(limits));
        walk.start(record);
        return new MessageView(walk, -1, limits);
    }

    @Override
    Walk walk() {
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
