package io.deltawire.marshallable.elsewhere;

import java.util.List;

/** Events whose arguments an implementation declares. */
public interface Listener<T> {
    void on(T argument);

    void onAll(List<T> arguments);
}
