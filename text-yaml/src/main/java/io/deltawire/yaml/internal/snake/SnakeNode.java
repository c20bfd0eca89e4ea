package io.deltawire.yaml.internal.snake;

import io.deltawire.yaml.internal.text.QuoteStyle;
import io.deltawire.yaml.internal.text.YamlTags;

/**
 * An event of SnakeYAML's parser, or an alias that stands for recorded events. Immutable, except that an anchor is
 * completed later.
 */
final class SnakeNode {
    enum Kind {
        SCALAR,
        BEGIN_LIST,
        END_LIST,
        BEGIN_OBJECT,
        END_OBJECT,
        ALIAS
    }

    final Kind kind;

    /** The tag as the parser resolved it, or null. */
    final String tag;

    /** The scalar's text, or the name of an alias. */
    final String text;

    final QuoteStyle style;

    /** The target of an alias, or null. */
    final Anchor target;

    /** Line and column, from 1. */
    final int line;

    final int column;

    SnakeNode(Kind kind, String tag, String text, QuoteStyle style, Anchor target, int line, int column) {
        this.kind = kind;
        this.tag = tag;
        this.text = text;
        this.style = style;
        this.target = target;
        this.line = line;
        this.column = column;
    }

    SnakeNode withoutTag() {
        return new SnakeNode(kind, null, text, style, target, line, column);
    }

    boolean isBegin() {
        return kind == Kind.BEGIN_LIST || kind == Kind.BEGIN_OBJECT;
    }

    boolean isEnd() {
        return kind == Kind.END_LIST || kind == Kind.END_OBJECT;
    }

    /** Returns whether this is the key {@code <<}, which merges other mappings into the current one. */
    boolean isMerge() {
        return kind == Kind.SCALAR
                && text.equals("<<")
                && (tag == null ? style == QuoteStyle.PLAIN : tag.equals(YamlTags.MERGE));
    }

    /** The range of recorded nodes that an anchor names. */
    static final class Anchor {
        private final int from;
        private int to = -1;

        Anchor(int from) {
            this.from = from;
        }

        int from() {
            return from;
        }

        int to() {
            return to;
        }

        /** Ends the range before this node. */
        void end(int at) {
            to = at;
        }

        /** Returns false while the anchor's own node is being read; an alias to it would then be recursive. */
        boolean isComplete() {
            return to >= 0;
        }
    }
}
