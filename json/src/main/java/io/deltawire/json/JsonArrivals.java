package io.deltawire.json;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.ArrivalReader;
import io.deltawire.wire.spi.HeadTable;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.SeenTexts;

/**
 * Moves from message to message: to any, or at once into the object that a known {@link JsonHead} opens. What is left of the
 * present one is passed over.
 */
abstract class JsonArrivals implements WireIn, MessageDecoder, ArrivalReader {
    static final int NO_TOKEN = -1;

    final InputBuffer in;
    final JsonScanner scanner;
    final JsonTokens tokens;
    final JsonScalars scalars;
    final SeenTexts texts = new SeenTexts();
    private final Engine engine;

    private final HeadTable<JsonHead> heads = new HeadTable<>();
    private JsonHead arrived;

    /** The token found last, or {@link #NO_TOKEN} where it has been taken. */
    int token = NO_TOKEN;

    /** Whether the scanner reads the message, and no key is read. */
    boolean isStraight;

    /** What reads the key that is the present value, or null. */
    JsonReader key;

    /** @param isOfKey whether this reads the text of a key */
    JsonArrivals(InputBuffer in, WireOptions options, Engine engine, boolean isOfKey) {
        this.in = in;
        this.engine = engine;
        this.scanner = new JsonScanner(
                in,
                InputBuffer.within(options.limits()),
                options.get(JsonFormat.DUPLICATES) == JsonFormat.Duplicates.ERROR);
        this.scalars = new JsonScalars(scanner, texts);
        JsonMessages messages = new JsonMessages(
                scanner, !isOfKey && options.get(JsonFormat.UNWRAP_ARRAY) == JsonFormat.TopLevelArray.UNWRAP);
        this.tokens = new JsonTokens(scanner, scalars, messages, engine);
    }

    @Override
    public final boolean nextMessage() {
        boolean isAtEnd = token == JsonScanner.END;
        key = null;
        token = NO_TOKEN;
        isStraight = false;
        boolean found = tokens.nextMessage(isAtEnd);
        isStraight = tokens.isScanned;
        if (found) {
            texts.beginMessage();
        }
        return found;
    }

    @Override
    public final void restartMessage() {
        key = null;
        token = NO_TOKEN;
        isStraight = false;
        tokens.restartMessage();
        isStraight = tokens.isScanned;
        texts.beginMessage();
    }

    @Override
    public final MessageHead headOf(String event, String typeName, Shape shape) {
        // A brace alone may as well begin what a type name or another kind of value is in.
        boolean isTold = engine == Engine.SCANNER && typeName != null;
        JsonHead head = isTold ? JsonHead.forReading(event, typeName, scanner.limits) : null;
        return head == null ? null : heads.keep(head);
    }

    @Override
    public final boolean nextHead() {
        boolean found = nextMessage();
        arrived = found && isStraight ? heads.find(scanner.a, scanner.p, scanner.end) : null;
        return found;
    }

    @Override
    public final MessageHead arrived() {
        return arrived;
    }

    @Override
    public final boolean enterHead() {
        return scanner.enter(arrived);
    }

    @Override
    public final Arrival nextMessage(MessageHead head) {
        if (!nextMessage()) {
            return Arrival.NOTHING;
        }
        return isStraight && scanner.enter((JsonHead) head) ? Arrival.FIELDS : Arrival.MESSAGE;
    }

    @Override
    public final int nextFields(MessageHead head) {
        if (!isPlain() || !tokens.follow((JsonHead) head)) {
            return -1;
        }
        texts.beginMessage();
        return scanner.p;
    }

    @Override
    public final void passEnd() {
        tokens.passEnd();
    }

    @Override
    public final void handedOn() {
        tokens.handedOn();
    }

    @Override
    public final long messageOffset() {
        return tokens.messageOffset;
    }

    /** True where the scanner reads the message and no token has been looked at ahead. */
    final boolean isPlain() {
        return token == NO_TOKEN && isStraight;
    }
}
