package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ArrivalReader;
import io.deltawire.wire.spi.HeadTable;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.Nesting;
import java.io.UncheckedIOException;

/**
 * Moves from document to document, each a message: to any, or at once into the object that a known {@link YamlHead} opens. What is
 * left of the present one is passed over, and it is settled whether the scanner or the parser gives the tokens of the next.
 */
abstract class YamlArrivals implements WireIn, ArrivalReader {
    final InputBuffer in;
    final WireLimits limits;
    final Documents documents;
    final Nesting nesting;
    final FieldScanner scanner;
    private final Parsing parsing;
    private final YamlMessages messages;
    private final HeadTable<YamlHead> heads = new HeadTable<>();

    /** The head that the present message begins with, where that has been asked; or null. */
    private YamlHead arrived;

    /** True while the scanner gives the tokens of the present message, false where the parser does. */
    boolean scanning;

    EventTokens tokens;

    /** Whether the document that comes next has been read as a message, and is to be passed over. */
    boolean isPassing;

    /** Whether something of the present message has been handed on, so that it is not to be given again. */
    boolean isHandedOn;

    /** Whether there is no message, not even one that is malformed. */
    boolean isOutside = true;

    /** The token that comes next, or null where it has not been looked for. */
    WireToken token = WireToken.END_MESSAGE;

    YamlArrivals(InputBuffer in, WireOptions options, Parsing parsing) {
        this.in = in;
        this.parsing = parsing;
        this.limits = InputBuffer.within(options.limits());
        this.documents = new Documents(in, limits);
        this.nesting = new Nesting(limits.maxDepth());
        this.scanner = new FieldScanner(limits);
        this.messages = new YamlMessages(documents, scanner, parsing);
    }

    @Override
    public final boolean nextMessage() {
        boolean isMoved = documents.follow();
        if (isMoved || isPassing) {
            isPassing = false;
            endHere();
            if (!isMoved) {
                passAgain();
            }
        } else {
            endMessage();
        }
        isOutside = false;
        isHandedOn = false;
        return begin(messages.next(messages.open()));
    }

    private void endMessage() {
        boolean isRead = isHandedOn || scanning && scanner.isAtRoot();
        try {
            boolean isAtEnd = isAtEnd();
            endHere();
            messages.end(isAtEnd);
        } catch (UncheckedIOException e) {
            isPassing = isRead;
            throw e;
        }
    }

    private void endHere() {
        token = WireToken.END_MESSAGE;
        scanning = false;
        tokens = null;
        nesting.clear();
    }

    /** Passes over a message that has been read to its end, when the input failed where that was looked for. */
    private void passAgain() {
        try {
            documents.next();
        } catch (UncheckedIOException e) {
            isPassing = true;
            throw e;
        }
    }

    /** Whether the scanner is at the end of the present message; one that is read to its end is checked first. */
    private boolean isAtEnd() {
        if (scanning && token == null && scanner.endsAtOnce()) {
            return true;
        }
        checkRest();
        return scanning && scanner.isAtEnd();
    }

    private boolean begin(YamlMessages.Source source) {
        if (source == YamlMessages.Source.PARSER) {
            tokens = new EventTokens(documents, nesting, limits);
        }
        scanning = source == YamlMessages.Source.SCANNER;
        isOutside = source == YamlMessages.Source.NONE;
        token = source == YamlMessages.Source.NONE ? WireToken.END_MESSAGE : null;
        return token == null;
    }

    @Override
    public final void restartMessage() {
        if (!scanning && tokens == null) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
        nesting.clear();
        token = WireToken.END_MESSAGE;
        begin(messages.restart(scanning));
    }

    @Override
    public final MessageHead headOf(String event, String typeName, Shape shape) {
        boolean isWanted = parsing == Parsing.SCANNER_FIRST && typeName != null; // without one it is no faster
        YamlHead head = isWanted ? YamlHead.forReading(event, typeName, limits) : null;
        return head == null ? null : heads.keep(head);
    }

    @Override
    public final boolean nextHead() {
        boolean found = nextMessage();
        arrived = found && scanning ? scanner.findHead(heads) : null;
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
        if (scanning && token == null && !documents.isMoved() && scanner.endsAtOnce()) {
            messages.end(true);
            isHandedOn = false;
            boolean isOpen = messages.open();
            if (isOpen && messages.follow((YamlHead) head)) {
                return Arrival.FIELDS;
            }
            scanning = false;
            token = WireToken.END_MESSAGE;
            if (!begin(messages.next(isOpen))) {
                return Arrival.NOTHING;
            }
        } else if (!nextMessage()) {
            return Arrival.NOTHING;
        }
        return scanning && scanner.enter((YamlHead) head) ? Arrival.FIELDS : Arrival.MESSAGE;
    }

    @Override
    public final void passEnd() {
        // Behind the last document there is no mark that says so.
        if (scanning && token == null && documents.isOpen() && (scanner.isOver() || scanner.isOverAt(in.limit))) {
            in.take(scanner.documentEnd() + 1);
        }
    }

    @Override
    public final void handedOn() {
        isHandedOn = true;
    }

    /** Where all of the last message was read, sees to it that nothing follows it in its document. */
    private void checkRest() {
        if (token != null) {
            return;
        }
        boolean read = scanning ? scanner.isAtRoot() : tokens != null && nesting.depth() == 0 && tokens.node != null;
        if (read) {
            peek();
        }
    }

    @Override
    public final long messageOffset() {
        return documents.offset;
    }
}
