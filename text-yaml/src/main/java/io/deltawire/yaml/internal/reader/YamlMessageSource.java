package io.deltawire.yaml.internal.reader;

import io.deltawire.yaml.internal.document.YamlDocumentFramer;
import io.deltawire.yaml.internal.name.YamlMessagePrefix;
import io.deltawire.yaml.internal.scanner.YamlScanner;

/**
 * Moves from message to message, each of which is a document, and chooses whether the scanner or SnakeYAML reads it. A
 * document that probably lies within the window is opened without finding its end, which the scanner then does.
 */
final class YamlMessageSource {
    /** What supplies the tokens of a message. */
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
     * Ends the last message.
     *
     * @param isAtEnd whether the scanner has reached its end
     */
    void endMessage(boolean isAtEnd) {
        if (isAtEnd && documents.isOpen()) {
            documents.closeAt(scanner.documentEnd(), scanner.documentLines());
        } else if (documents.isOpen()) {
            documents.closeByScan();
        }
    }

    /** Opens a document without finding its end; returns false if {@link #beginNext} has to find it. */
    boolean tryOpen() {
        return isScanned && documents.tryOpen();
    }

    /** Enters the prefix of the opened document if it equals that of the last one. */
    boolean followPrefix(YamlMessagePrefix prefix) {
        return scanner.followPrefix(prefix, documents.array(), documents.start(), documents.end());
    }

    /**
     * Begins the next message.
     *
     * @param isOpen the result of {@link #tryOpen}
     */
    Source beginNext(boolean isOpen) {
        if (!isOpen && !documents.next()) {
            return Source.NONE;
        }
        return chooseSource(isScanned, isOpen);
    }

    private Source chooseSource(boolean isScanned, boolean isOpen) {
        boolean isBegun =
                isScanned && scanner.beginDocument(documents.array(), documents.start(), documents.end(), isOpen);
        return isBegun || isOpen ? Source.SCANNER : Source.PARSER;
    }

    /**
     * Begins the current message again.
     *
     * @param isScanned whether the scanner has supplied its tokens so far
     */
    Source restart(boolean isScanned) {
        return chooseSource(isScanned, documents.isOpen());
    }
}
