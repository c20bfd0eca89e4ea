package io.deltawire.yaml;

/**
 * Moves from message to message: each is a document. One that is likely to be in the window is begun without a look for its
 * end, which the scanner finds as it goes.
 */
final class YamlMessages {
    /** What the tokens of a message come from. */
    enum Source {
        /** There is no message. */
        NONE,
        SCANNER,
        PARSER
    }

    private final Documents documents;
    private final YamlScanner scanner;
    private final boolean isScanned;

    YamlMessages(Documents documents, YamlScanner scanner, Parsing parsing) {
        this.documents = documents;
        this.scanner = scanner;
        this.isScanned = parsing == Parsing.SCANNER_FIRST;
    }

    /**
     * Goes to the end of the message before.
     *
     * @param isAtEnd whether the scanner is there
     */
    void end(boolean isAtEnd) {
        if (isAtEnd && documents.isOpen()) {
            documents.close(scanner.documentEnd(), scanner.documentLines());
        } else if (documents.isOpen()) {
            documents.settle();
        }
    }

    /** Begins a message without a look for its end; false where {@link #next} has to. */
    boolean open() {
        return isScanned && documents.open();
    }

    /** Enters a head, where the message opened begins with that as the one before did. */
    boolean follow(YamlHead head) {
        return scanner.follow(head, documents.array, documents.start, documents.end);
    }

    /**
     * Begins the next message.
     *
     * @param isOpen what {@link #open} has said of it
     */
    Source next(boolean isOpen) {
        if (!isOpen && !documents.next()) {
            return Source.NONE;
        }
        return begin(isScanned, isOpen);
    }

    private Source begin(boolean isScanned, boolean isOpen) {
        boolean isBegun = isScanned && scanner.begin(documents.array, documents.start, documents.end, isOpen);
        return isBegun || isOpen ? Source.SCANNER : Source.PARSER;
    }

    /**
     * Begins the present message again.
     *
     * @param isScanned whether the scanner has given its tokens so far
     */
    Source restart(boolean isScanned) {
        return begin(isScanned, documents.isOpen());
    }
}
