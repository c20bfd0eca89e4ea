package io.deltawire.wire.spi.token;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;

/** Reads the message of a {@link TokenBuffer}. Not thread-safe. */
final class TokenBufferReader extends TokenReader {
    private static final String FORMAT = "tokens";

    private final TokenBuffer buffer;
    private final Walk walk = new Walk();
    private boolean isAfterMessage;

    TokenBufferReader(TokenBuffer buffer) {
        super(FORMAT, WireLimits.DEFAULTS);
        this.buffer = buffer;
    }

    @Override
    protected boolean moveToMessage() {
        boolean isFound = !isAfterMessage;
        isAfterMessage = true;
        setTokens(null);
        if (isFound) {
            walk.moveTo(0);
            setTokens(walk);
        }
        return isFound;
    }

    @Override
    protected void restartTokens() {
        walk.moveTo(0);
    }

    @Override
    protected void closeInput() {
        isAfterMessage = true;
    }

    /** Returns the name of the format that the texts of numbers are of. */
    @Override
    public String formatName() {
        return buffer.sourceFormat() == null ? FORMAT : buffer.sourceFormat();
    }

    @Override
    public String sourceText() {
        return tokens() == walk && walk.index < buffer.size() ? buffer.sourceText(walk.index) : null;
    }

    @Override
    public MessageKind messageKind() {
        return buffer.kind();
    }

    @Override
    public long messageOffset() {
        return -1;
    }

    @Override
    public WireLocation location() {
        return WireLocation.ofPath(startedTokens() == null ? "$" : walk.path());
    }

    /** Walks through the tokens of the buffer. */
    private final class Walk extends Tokenizer {
        private int index;

        void moveTo(int to) {
            index = to;
            token = to < buffer.size() ? buffer.token(to) : WireToken.END_MESSAGE;
            switch (token) {
                case BOOL -> raw = (Boolean) buffer.value(to) ? 1 : 0;
                case INT64 -> raw = (Long) buffer.value(to);
                case FLOAT64 -> raw = Double.doubleToRawLongBits(((Number) buffer.value(to)).doubleValue());
                case DECIMAL, TEXT, BYTES, TEMPORAL -> ref = buffer.value(to);
                default -> {
                    // names are asked for, and the others have no value
                }
            }
        }

        @Override
        public void next() {
            moveTo(index + 1);
        }

        @Override
        public String peekName() {
            return (String) buffer.value(index);
        }

        @Override
        public String name() {
            String name = peekName();
            next();
            return name;
        }

        @Override
        public String typeName() {
            return index < buffer.size() ? buffer.type(index) : null;
        }

        @Override
        public void skip() {
            moveTo(buffer.after(index));
        }

        @Override
        public String path() {
            return buffer.path(index);
        }
    }
}
