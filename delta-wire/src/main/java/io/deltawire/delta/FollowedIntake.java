package io.deltawire.delta;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import java.math.BigDecimal;

/** Takes the tokens of a message along the way of one before, as long as they are the same: see {@link KnownTokens}. */
final class FollowedIntake extends FieldsIntake {
    FollowedIntake(Columns in, DeltaEncoder encoder, WireLimits limits) {
        super(in, encoder, limits);
    }

    @Override
    void begin(boolean asPlain) {
        if (asPlain) {
            super.begin(true);
            return;
        }
        announce();
        if (!known.begin()) {
            start(false);
        }
    }

    @Override
    void end() {
        if (known.isFollowing()) {
            if (known.isComplete()) {
                EncodedType of = known.path().type();
                known.followed();
                endComplete(of);
                return;
            }
            takeUp();
        }
        super.end();
    }

    /** Takes up the tokens of a message that has left all known ways. */
    private void takeUp() {
        if (!known.isFollowing()) {
            return;
        }
        TokenPath path = known.path();
        int count = known.at();
        known.stop();
        start(false);
        for (int i = 0; i < count; i++) {
            takeUp(path, i);
        }
    }

    private void takeUp(TokenPath path, int i) {
        int leaf = path.leaves[i];
        switch (path.ops[i]) {
            case TokenPath.TYPE -> super.type(path.names[i]);
            case TokenPath.OBJECT -> super.beginObject(path.shapes[i]);
            case TokenPath.LIST -> super.beginList();
            case TokenPath.FIELD -> {
                if (path.ordinals[i] != TokenPath.BY_NAME) {
                    super.field(path.ordinals[i]);
                } else {
                    super.field(path.names[i], Op.NODE_FIELD);
                }
            }
            case TokenPath.EVENT -> super.field(path.names[i], Op.NODE_EVENT);
            case TokenPath.VALUE -> super.scalar(in.kind[leaf], in.raw[leaf], in.ref[leaf]);
            case TokenPath.WHOLE -> wholeScalar(in.ref[leaf]);
            case TokenPath.END_OBJECT -> super.endObject();
            default -> super.endList();
        }
    }

    /** Whether the message has had a token. */
    boolean hasTokens() {
        return known.isFollowing() ? known.at() > 0 : stage != Stage.NOTHING;
    }

    boolean isOnKnownWay() {
        return known.isFollowing();
    }

    void forgetWays() {
        known.forgetAll();
    }

    // ---- tokens

    @Override
    void type(String name) {
        if (!known.type(name)) {
            takeUp();
            super.type(name);
        }
    }

    @Override
    void beginObject(Shape shape) {
        if (!known.object(shape)) {
            takeUp();
            super.beginObject(shape);
        }
    }

    @Override
    void field(int ordinal) {
        if (!known.field(ordinal)) {
            takeUp();
            super.field(ordinal);
        }
    }

    @Override
    void field(String name, int kind) {
        if (!known.field(name, kind == Op.NODE_EVENT ? TokenPath.EVENT : TokenPath.FIELD)) {
            takeUp();
            super.field(name, kind);
        }
    }

    @Override
    void key() {
        takeUp();
        super.key();
    }

    @Override
    void endObject() {
        if (!known.end(TokenPath.END_OBJECT, Kind.EMPTY_OBJECT)) {
            takeUp();
            super.endObject();
        }
    }

    @Override
    void beginList() {
        if (!known.list()) {
            takeUp();
            super.beginList();
        }
    }

    @Override
    void endList() {
        if (!known.end(TokenPath.END_LIST, Kind.EMPTY_LIST)) {
            takeUp();
            super.endList();
        }
    }

    @Override
    void scalar(byte kind, long raw, Object ref) {
        if (!known.value(kind, raw, ref)) {
            takeUp();
            super.scalar(kind, raw, ref);
        }
    }

    @Override
    void decimal(BigDecimal value) {
        if (known.isWhole()) {
            whole.begin();
            whole.decimal(value);
            known.whole(wholeBytes());
        } else {
            takeUp();
            super.decimal(value);
        }
    }

    @Override
    void bytes(byte[] value, int offset, int length) {
        if (known.isWhole()) {
            whole.begin();
            whole.bytes(value, offset, length);
            known.whole(wholeBytes());
        } else {
            takeUp();
            super.bytes(value, offset, length);
        }
    }
}
