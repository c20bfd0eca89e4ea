package io.deltawire.examples.likes;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Accounts give one another likes. Each account has a balance of them. */
final class LikesService implements LikesIn {
    private final LikesOut out;
    private final Map<ByteBuffer, Double> balances = new HashMap<>();
    private byte[] giver;

    LikesService(LikesOut out) {
        this.out = out;
    }

    @Override
    public void openingBalance(OpeningBalance balance) {
        balances.put(key(balance.publicKey()), balance.amount());
    }

    @Override
    public void startBatch(StartBatch batch) {
        giver = batch.batchKey();
    }

    @Override
    public void give(Give give) {
        if (giver == null) {
            throw new IllegalStateException("a gift by nobody");
        }
        double left = balances.getOrDefault(key(giver), 0.0) - give.amount();
        if (!(give.amount() > 0) || left < 0) {
            out.to(giver).onRefused(left < 0 ? "not enough likes" : "nothing to give");
        } else if (!balances.containsKey(key(give.publicKey()))) {
            out.to(giver).onRefused("no such account");
        } else {
            balances.put(key(giver), left);
            balances.merge(key(give.publicKey()), give.amount(), Double::sum);
            tell(giver);
            tell(give.publicKey());
        }
    }

    @Override
    public void endBatch() {
        giver = null;
    }

    private void tell(byte[] publicKey) {
        out.to(publicKey).onBalance(new OnBalance(publicKey, balances.get(key(publicKey))));
    }

    private static ByteBuffer key(byte[] publicKey) {
        return publicKey == null ? ByteBuffer.allocate(0) : ByteBuffer.wrap(publicKey);
    }
}
