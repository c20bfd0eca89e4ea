package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.Shape;

/**
 * A cache of the token sequences of earlier messages. A message is <i>followed</i> on a cached {@link TokenPath}: each
 * token is compared with the next one of the path, and its value goes to the leaf that the path names. Messages mostly
 * repeat their tokens, so this replaces the search for nodes by name.
 *
 * <p>At a token that differs, the message moves to another cached path with the same prefix. If there is none,
 * {@link MessageCollector} replays the tokens so far from the path and the columns, and collects the rest by itself;
 * that is why the cache keeps nothing else of a message. It records the tokens of such a message as a new path.
 *
 * <p>While many messages in a row are recorded and never followed, recording pauses for an exponentially growing number
 * of messages.
 */
final class TokenPathCache {
    /** Capacity of the cache: enough for several types, and for lists of several lengths. */
    private static final int MAX_PATHS = 16;
    /** The number of misses in a row after which recording pauses. */
    private static final int FREE_MISSES = 6;

    private static final int MAX_MISSES = 12;

    private final Columns in;
    private final TokenPath[] paths = new TokenPath[MAX_PATHS];
    private int count;
    private int oldest;
    /** The path that the next message is followed on, or null. */
    private TokenPath lastPath;

    /** The path of the present message, or of the last one that was followed. */
    private TokenPath path = new TokenPath();

    private boolean isFollowing;
    /**
     * The index of the next token. If no message is followed, that of the end of {@link #ops}, which matches no token.
     */
    private int tokenIndex;

    // The arrays of the path.
    private byte[] ops = {TokenPath.END_OF_PATH};
    private int[] leaves = {};
    private int[] ordinals = {};
    private String[] names = {};
    private Shape[] shapes = {};

    /** The path that the present message is recorded to, or null. */
    private TokenPath recording;
    /** A path that the cache does not hold, for the next recording. */
    private TokenPath spare;

    private int typeIndex;

    private int misses;
    private int messagesToSkip;

    TokenPathCache(Columns in) {
        this.in = in;
    }

    /** Starts to follow a message; false if there is no path to follow, so that it is collected token by token. */
    boolean tryFollow() {
        recording = null;
        TokenPath first = lastPath;
        if (first == null) {
            return false;
        }
        if (messagesToSkip > 0) {
            messagesToSkip--;
            return false;
        }
        if (!first.isValid()) {
            lastPath = null;
            return false;
        }
        usePath(first);
        tokenIndex = 0;
        isFollowing = true;
        return true;
    }

    private void usePath(TokenPath next) {
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

    /** Returns the path of the present message. */
    TokenPath path() {
        return path;
    }

    /** Returns the number of tokens that have matched. */
    int tokenIndex() {
        return tokenIndex;
    }

    /** Stops following: no token matches from here on. */
    void leavePath() {
        isFollowing = false;
        tokenIndex = ops.length - 1;
    }

    /** Whether the path ends here, so that the message is complete. */
    boolean isComplete() {
        return ops[tokenIndex] == TokenPath.END_OF_PATH;
    }

    /** Ends a message that was followed from its first token to its last. */
    void finishFollowing() {
        misses = 0;
        if (lastPath != path) {
            lastPath = path;
        }
        leavePath();
    }

    // ---- following: each method moves over one token, or returns false if no cached path has it next

    boolean matchType(String name) {
        if (ops[tokenIndex] != TokenPath.TYPE || !name.equals(names[tokenIndex])) {
            if (!switchPath(TokenPath.TYPE, -1, name, null)) {
                return false;
            }
        }
        int leaf = leaves[tokenIndex++];
        if (leaf >= 0) {
            in.set(leaf, Kind.TEXT, 0, name);
        }
        return true;
    }

    boolean matchObject(Shape shape) {
        if (ops[tokenIndex] != TokenPath.OBJECT || shapes[tokenIndex] != shape) {
            if (!switchPath(TokenPath.OBJECT, -1, null, shape)) {
                return false;
            }
        }
        tokenIndex++;
        return true;
    }

    boolean matchList() {
        if (ops[tokenIndex] != TokenPath.LIST && !switchPath(TokenPath.LIST, -1, null, null)) {
            return false;
        }
        tokenIndex++;
        return true;
    }

    boolean matchField(String name, byte op) {
        if (ops[tokenIndex] != op || !name.equals(names[tokenIndex])) {
            if (!switchPath(op, TokenPath.BY_NAME, name, null)) {
                return false;
            }
        }
        tokenIndex++;
        return true;
    }

    boolean matchField(int ordinal) {
        if (ops[tokenIndex] != TokenPath.FIELD || ordinals[tokenIndex] != ordinal) {
            if (!switchPath(TokenPath.FIELD, ordinal, null, null)) {
                return false;
            }
        }
        tokenIndex++;
        return true;
    }

    boolean matchValue(byte kind, long raw, Object ref) {
        if (ops[tokenIndex] != TokenPath.VALUE && !switchPath(TokenPath.VALUE, -1, null, null)) {
            return false;
        }
        in.set(leaves[tokenIndex++], kind, raw, ref);
        return true;
    }

    /** Moves to a path whose next value is raw; {@link #setRawValue} then moves over it. False if there is none. */
    boolean matchRawValue() {
        return ops[tokenIndex] == TokenPath.RAW_VALUE || switchPath(TokenPath.RAW_VALUE, -1, null, null);
    }

    void setRawValue(byte[] bytes) {
        in.set(leaves[tokenIndex++], Kind.RAW, 0, bytes);
    }

    boolean matchEnd(byte op, byte empty) {
        if (ops[tokenIndex] != op && !switchPath(op, -1, null, null)) {
            return false;
        }
        int leaf = leaves[tokenIndex++];
        if (leaf >= 0) {
            in.set(leaf, empty, 0, null);
        }
        return true;
    }

    /** Moves the message to another path that has the same tokens so far and this one next; false if there is none. */
    private boolean switchPath(byte op, int ordinal, String name, Shape shape) {
        if (!isFollowing) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            TokenPath other = paths[i];
            if (other != path
                    && other.size > tokenIndex
                    && other.ops[tokenIndex] == op
                    && other.shapes[tokenIndex] == shape
                    && (ordinal == TokenPath.BY_NAME || other.ordinals[tokenIndex] == ordinal)
                    && (name == null || name.equals(other.names[tokenIndex]))
                    && other.isValid()
                    && other.hasSamePrefix(path, tokenIndex)) {
                usePath(other);
                return true;
            }
        }
        return false;
    }

    /** Lets the next message be collected and recorded again. */
    void forgetLastPath() {
        lastPath = null;
    }

    // ---- recording

    /** Starts to record at the first token of a message, unless recording pauses. */
    void startRecording() {
        if (messagesToSkip == 0) {
            recording = spare == null ? new TokenPath() : spare;
            recording.clear();
            spare = recording;
            typeIndex = 0;
        }
    }

    /** Whether the message is recorded. */
    boolean isRecording() {
        return recording != null;
    }

    /** Stops recording: the message has something that paths do not represent. */
    void cancelRecording() {
        recording = null;
    }

    void recordToken(byte op, int leaf, int ordinal, String name, Shape shape) {
        if (recording != null) {
            typeIndex = op == TokenPath.TYPE ? recording.size : typeIndex;
            if (!recording.add(op, leaf, ordinal, name, shape)) {
                recording = null;
            }
        }
    }

    /** Records the leaf of the last type name, or of the root's, which is always the first token. */
    void recordTypeLeaf(boolean isOfRoot, int leaf) {
        if (recording != null) {
            recording.setLeaf(isOfRoot ? 0 : typeIndex, leaf);
        }
    }

    /** Ends a recording. {@code type} is null if the message cannot be followed. */
    void finishRecording(WriterType type) {
        if (recording == null) {
            return;
        }
        misses = Math.min(misses + 1, MAX_MISSES);
        messagesToSkip = misses > FREE_MISSES ? 1 << misses - FREE_MISSES : 0;
        if (type != null) {
            recording.complete(type);
            spare = store(recording);
            lastPath = recording;
        }
        recording = null;
    }

    /** Stores a path in place of an invalid one, or else of the oldest one; returns the path that was replaced. */
    private TokenPath store(TokenPath added) {
        int index = count < MAX_PATHS ? count : oldest;
        for (int i = 0; i < count; i++) {
            if (!paths[i].isValid()) {
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
