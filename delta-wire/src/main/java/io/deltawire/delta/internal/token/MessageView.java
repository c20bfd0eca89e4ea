package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.token.TokenReader;
import io.deltawire.wire.spi.token.Tokenizer;

/**
 * A reader of a single message, which it is at from the start. It belongs to the caller, and stays valid only while the
 * record or bytes do not change.
 */
public final class MessageView extends TokenReader {
    private final long messageOffset;
    private final MessageKind kind;

    public MessageView(Tokenizer present, long messageOffset, WireLimits limits) {
        this(present, messageOffset, limits, MessageKind.DATA);
    }

    public MessageView(Tokenizer present, long messageOffset, WireLimits limits, MessageKind kind) {
        super(DeltaFormatName.DELTA, limits);
        setTokens(present);
        this.messageOffset = messageOffset;
        this.kind = kind;
    }

    /** Returns a view of the last message of a record. */
    public static MessageView of(RecordState record, WireLimits limits) {
        RecordTokenizer walk = new RecordTokenizer(limits, new ByteCursor(limits));
        walk.start(record);
        return new MessageView(walk, -1, limits);
    }

    @Override
    protected boolean moveToMessage() {
        throw new IllegalStateException("this is a view of one message");
    }

    @Override
    protected void restartTokens() {
        throw new UnsupportedOperationException("this view cannot restart its message");
    }

    @Override
    public MessageKind messageKind() {
        return kind;
    }

    @Override
    public long messageOffset() {
        return messageOffset;
    }

    @Override
    protected void closeInput() {}
}
