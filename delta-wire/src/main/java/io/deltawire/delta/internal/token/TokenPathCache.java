package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.EncodedType;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.Shape;

/**
 * The way of the tokens that messages have had before: as long as a message has the same ones, each is compared with the one that is due, and
 * its value goes to the column that is known for it. Nothing else is kept of the message so far; where it leaves all ways that are known,
 * {@link MessageIntake} takes up its tokens again from the first one.
 */
final class KnownTokens {
    /** So many ways are kept: messages of several types, and lists of several lengths. */
    private static final int MAX_PATHS = 16;
    /** So many messages in a row are followed in vain before some are not. */
    private static final int PATIENCE = 6;

    private static final int MAX_IN_VAIN = 12;

    private final Columns in;
    private final TokenPath[] paths = new TokenPath[MAX_PATHS];
    private int count;
    private int oldest;
    /** The one that a message is followed on first, or null. */
    private TokenPath last;

    /** The one that a message has been on last. */
    private TokenPath path = new TokenPath();

    private boolean isFollowing;
    /** The index of the token that is due: that of the last place of {@link #ops}, which is none, where no message is followed. */
    private int at;

    // Those of the path.
    private byte[] ops = {TokenPath.NOTHING};
    private int[] leaves = {};
    private int[] ordinals = {};
    private String[] names = {};
    private Shape[] shapes = {};

    /** The one that is made of the message's tokens, or null. */
    private TokenPath made;
    /** A path to make the next one in. */
    private TokenPath spare;

    private int typeAt;

    private int inVain;
    private int toSkip;

    KnownTokens(Columns in) {
        this.in = in;
    }

    /** Begins a message; false where it is not followed, but {@linkplain #record recorded} from the begin. */
    boolean begin() {
        made = null;
        TokenPath first = last;
        if (first == null) {
            return false;
        }
        if (toSkip > 0) {
            toSkip--;
            return false;
        }
        if (!first.holds()) {
            last = null;
            return false;
        }
        follow(first);
        at = 0;
        isFollowing = true;
        return true;
    }

    private void follow(TokenPath next) {
        if (path != next || ops != next.ops) {
            path = next;
            ops = next.ops;
            leaves = next.leaves;
            ordinals = next.ordinals;
            names = next.names;
            shapes = next.shapes;
        }
    }

    boolean isFollowing() {
        return isFollowing;
    }

    /** The path that the message is on. */
    TokenPath path() {
        return path;
    }

    /** How many tokens of it have been given. */
    int at() {
        return at;
    }

    /** Leaves the path. */
    void stop() {
        isFollowing = false;
        at = ops.length - 1;
    }

    /** Whether the message that is followed is complete. */
    boolean isComplete() {
        return ops[at] == TokenPath.NOTHING;
    }

    /** Takes note that a message has been on known ways from begin to end. */
    void followed() {
        inVain = 0;
        if (last != path) {
            last = path;
        }
        stop();
    }

    // ---- the token that is due; false where it is another one, and on no other way that the message may be on

    boolean type(String name) {
        if (ops[at] != TokenPath.TYPE || !name.equals(names[at])) {
            if (!turn(TokenPath.TYPE, -1, name, null)) {
                return false;
            }
        }
        int leaf = leaves[at++];
        if (leaf >= 0) {
            in.set(leaf, Kind.TEXT, 0, name);
        }
        return true;
    }

    boolean object(Shape shape) {
        if (ops[at] != TokenPath.OBJECT || shapes[at] != shape) {
            if (!turn(TokenPath.OBJECT, -1, null, shape)) {
                return false;
            }
        }
        at++;
        return true;
    }

    boolean list() {
        if (ops[at] != TokenPath.LIST && !turn(TokenPath.LIST, -1, null, null)) {
            return false;
        }
        at++;
        return true;
    }

    boolean field(String name, byte op) {
        if (ops[at] != op || !name.equals(names[at])) {
            if (!turn(op, TokenPath.BY_NAME, name, null)) {
                return false;
            }
        }
        at++;
        return true;
    }

    boolean field(int ordinal) {
        if (ops[at] != TokenPath.FIELD || ordinals[at] != ordinal) {
            if (!turn(TokenPath.FIELD, ordinal, null, null)) {
                return false;
            }
        }
        at++;
        return true;
    }

    boolean value(byte kind, long raw, Object ref) {
        if (ops[at] != TokenPath.VALUE && !turn(TokenPath.VALUE, -1, null, null)) {
            return false;
        }
        in.set(leaves[at++], kind, raw, ref);
        return true;
    }

    /** Whether a value that is kept by its bytes is due, which are to be given to {@link #whole}. */
    boolean isWhole() {
        return ops[at] == TokenPath.WHOLE || turn(TokenPath.WHOLE, -1, null, null);
    }

    void whole(byte[] bytes) {
        in.set(leaves[at++], Kind.RAW, 0, bytes);
    }

    boolean end(byte op, byte empty) {
        if (ops[at] != op && !turn(op, -1, null, null)) {
            return false;
        }
        int leaf = leaves[at++];
        if (leaf >= 0) {
            in.set(leaf, empty, 0, null);
        }
        return true;
    }

    /** Goes to another way that has the tokens so far, and this one next. */
    private boolean turn(byte op, int ordinal, String name, Shape shape) {
        if (!isFollowing) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            TokenPath other = paths[i];
            if (other != path
                    && other.size > at
                    && other.ops[at] == op
                    && other.shapes[at] == shape
                    && (ordinal == TokenPath.BY_NAME || other.ordinals[at] == ordinal)
                    && (name == null || name.equals(other.names[at]))
                    && other.holds()
                    && other.begins(path, at)) {
                follow(other);
                return true;
            }
        }
        return false;
    }

    /** Has the next message be recorded anew. */
    void forgetAll() {
        last = null;
    }

    // ---- a message that is not followed is recorded

    /** Begins to record, with the first token of a message. */
    void record() {
        if (toSkip == 0) {
            made = spare == null ? new TokenPath() : spare;
            made.clear();
            spare = made;
            typeAt = 0;
        }
    }

    /** Whether the message is recorded. */
    boolean isRecording() {
        return made != null;
    }

    /** The message has something that has no place on a path. */
    void forget() {
        made = null;
    }

    void add(byte op, int leaf, int ordinal, String name, Shape shape) {
        if (made != null) {
            typeAt = op == TokenPath.TYPE ? made.size : typeAt;
            if (!made.add(op, leaf, ordinal, name, shape)) {
                made = null;
            }
        }
    }

    /** Takes note of the column of the last type name, or of the first one. */
    void setTypeLeaf(boolean isOfRoot, int leaf) {
        if (made != null) {
            made.leaves[isOfRoot ? 0 : typeAt] = leaf;
        }
    }

    /** Takes note that the message has ended, and whether all of it went to columns of a type. */
    void recorded(EncodedType type) {
        if (made == null) {
            return;
        }
        inVain = Math.min(inVain + 1, MAX_IN_VAIN);
        toSkip = inVain > PATIENCE ? 1 << inVain - PATIENCE : 0;
        if (type != null) {
            made.end(type);
            spare = put(made);
            last = made;
        }
        made = null;
    }

    /** Keeps a path in place of one that serves no more, or else of the oldest one, which is returned. */
    private TokenPath put(TokenPath added) {
        int index = count < MAX_PATHS ? count : oldest;
        for (int i = 0; i < count; i++) {
            if (!paths[i].holds()) {
                index = i;
                break;
            }
        }
        TokenPath replaced = paths[index];
        paths[index] = added;
        if (index == count) {
            count++;
        } else if (index == oldest) {
            oldest = (oldest + 1) % MAX_PATHS;
        }
        return replaced;
    }
}
