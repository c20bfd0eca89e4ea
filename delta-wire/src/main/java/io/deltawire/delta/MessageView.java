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
