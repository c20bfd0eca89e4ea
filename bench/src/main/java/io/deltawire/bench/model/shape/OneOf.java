package io.deltawire.bench.model.shape;

/** Workload s/one-of: a field of a sealed type with two classes. One update in eight replaces the object by one of the other class. */
public class OneOf extends Orders {
    private static final long serialVersionUID = 1;

    public RestingOrder order;

    private transient RestingOrder other;

    @Override
    void fill(int key) {
        order = limit(10_000 + key, 100L + key);
        other = pegged(key % 5, 200L + key);
    }

    @Override
    void step(int random) {
        if ((random & 7) == 0) {
            RestingOrder last = order;
            order = other;
            other = last;
        }
        order.step(random);
    }
}
