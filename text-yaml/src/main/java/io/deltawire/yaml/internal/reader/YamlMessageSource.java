package io.deltawire.yaml.internal.reader;

import io.deltawire.yaml.internal.document.YamlDocumentFramer;
import io.deltawire.yaml.internal.name.YamlMessagePrefix;
import io.deltawire.yaml.internal.scanner.YamlScanner;

/**
 * Moves from message to message: each is a document. One that is likely to be in the window is begun without a look for its
 * end, which the scanner finds as it goes.
 */
final class YamlMessageSource {
    /** What the tokens of a message come from. */
    enum Source {
        /** There is no message. */
        NONE,
        SCANNER,
        PARSER
    }

    private final YamlDocumentFramer documents;
    private final YamlScanner scanner;
    private final boolean isScanned;

    YamlMessageSource(YamlDocumentFramer documents, YamlScanner scanner, ParserChoice parsing) {
        this.documents = documents;
        this.scanner = scanner;
        this.isScanned = parsing == ParserChoice.SCANNER_FIRST;
    }

    /**
     * Goes to the end of the message before.
     *
     * @param isAtEnd whether the scanner is there
     */
    void endMessage(boolean isAtEnd) {
        if (isAtEnd && documents.isOpen()) {
            documents.closeAt(scanner.documentEnd(), scanner.documentLines());
        } else if (documents.isOpen()) {
            documents.closeByScan();
        }
    }

    /** Begins a message without a look for its end; false where {@link #beginNext} has to. */
    boolean tryOpen() {
        return isScanned && documents.tryOpen();
    }

    /** Enters a head, where the message opened begins with that as the one before did. */
    boolean followPrefix(YamlMessagePrefix prefix) {
        return scanner.followPrefix(prefix, documents.array(), documents.start(), documents.end());
    }

    /**
     * Begins the next message.
     *
     * @param isOpen what {@link #tryOpen} has said of it
     */
    Source beginNext(boolean isOpen) {
        if (!isOpen && !documents.next()) {
            return Source.NONE;
        }
        return chooseSource(isScanned, isOpen);
    }

    private Source chooseSource(boolean isScanned, boolean isOpen) {
        boolean isBegun = isScanned && scanner.beginDocument(documents.array(), documents.start(), documents.end(), isOpen);
        return isBegun || isOpen ? Source.SCANNER : Source.PARSER;
    }

    /**
     * Begins the present message again.
     *
     * @param isScanned whether the scanner has given its tokens so far
     */
    Source restart(boolean isScanned) {
        return chooseSource(isScanned, documents.isOpen());
    }
}
