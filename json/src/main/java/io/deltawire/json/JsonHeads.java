package io.deltawire.json;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;

/** Begins and ends of messages that are one object behind a {@link JsonHead}: passed in one step, without tokens. */
abstract class JsonHeads extends JsonLevels {
    /** The head whose object is being read, or null. */
    private JsonHead entered;

    /** The head of the message that was read straight up to its end, or null. */
    private JsonHead followed;

    JsonHeads(InputBuffer in, WireLimits limits, boolean rejectsDuplicates) {
        super(in, limits, rejectsDuplicates);
    }

    /** Forgets what has been found of tokens: a message begins. */
    abstract void forgetTokens();

    /** Forgets the head of the message before. */
    final void forgetHeads() {
        entered = null;
        followed = null;
    }

    /**
     * Enters the objects of a head, at the begin of a message; false where something else stands there.
     */
    final boolean enter(JsonHead head) {
        int inside = p + head.length;
        if (!head.isAt(a, p, end - 1) || !isInside(head, inside)) {
            return false;
        }
        tokenOffset = in.offset(p);
        if (head.event() != null) {
            push(OBJECT);
            noteName(head.name(names));
        }
        if (head.isTyped()) {
            pushWrapper();
        }
        push(OBJECT);
        p = inside;
        entered = head;
        return true;
    }

    /**
     * Goes to the end of the message from the end of the object that a head opened, where the last field ends; false where
     * something else is in the message, or another object is read.
     */
    final boolean endMessage(int at) {
        if (entered == null || level != entered.levels - 1 || !closeAll(at)) {
            return false;
        }
        followed = entered;
        return true;
    }

    /** Ends the object that a head opened; returns whether the message has been read by {@link #endMessage}. */
    final boolean leaveHead() {
        entered = null;
        return level < 0 && followed != null;
    }

    /**
     * Enters the objects of a head in the message after one that began with it and was read by {@link #endMessage};
     * false where another comes, or in another way, and nothing is done.
     */
    final boolean follow(JsonHead head) {
        int from = p + 1;
        int inside = from + head.length;
        if (head != followed
                || rejectsDuplicates
                || !countsBreaks
                || end - inside < 3
                || a[from - 1] != '\n'
                || !head.isAt(a, from, end)
                || !isInside(head, inside)
                || in.isMoved()) {
            return false;
        }
        passBreak();
        enterAgain(head.levels - 1, head.event() == null ? 1 : 2);
        tokenOffset = in.offset(from);
        forgetTokens();
        entered = head;
        followed = null;
        p = inside;
        return true;
    }

    /** Whether a field begins behind a head, as far as two bytes tell, and nothing follows the object of a type name. */
    private boolean isInside(JsonHead head, int inside) {
        byte[] bytes = a;
        return bytes[inside] == '"'
                && bytes[inside + 1] != '@'
                && bytes[inside + 1] != '\\'
                && (!head.isTyped() || isOnlyEntry(inside));
    }

    /** Whether the object that is the value of a type name has nothing after it; not where that is hard to tell. */
    private boolean isOnlyEntry(int inside) {
        int brace = ClosingBrace.find(a, inside, end);
        return brace != ClosingBrace.UNKNOWN && brace + 1 < end && a[brace + 1] == '}';
    }
}
