package io.deltawire.marshallable.testing;

import java.io.ByteArrayInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Readers and writers without their optional fast paths, for tests that compare two paths. */
public final class Inputs {
    private Inputs() {}

    /** Returns the same reader or writer with only the methods of one interface, as if it supported tokens alone. */
    public static <T> T only(Class<T> type, T wire) {
        return type.cast(proxy(wire, name -> {}, type));
    }

    /**
     * Returns the same reader or writer with the methods of some interfaces, and reports the name of each called
     * method.
     */
    public static Object proxy(Object wire, Consumer<String> called, Class<?>... types) {
        return Proxy.newProxyInstance(types[0].getClassLoader(), types, (proxy, method, args) -> {
            called.accept(method.getName());
            try {
                return method.invoke(wire, args);
            } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
            }
        });
    }

    /** A stream of a few bytes at a time, so that values are cut. */
    public static ByteArrayInputStream inPieces(byte[] input) {
        int most = 1 + input.length % 97;
        return new ByteArrayInputStream(input) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, most));
            }
        };
    }

    /** A text with one character taken out, put in or replaced. */
    public static String edited(SplittableRandom random, String text, String characters) {
        if (text.isEmpty()) {
            return " ";
        }
        int i = random.nextInt(text.length());
        char other = characters.charAt(random.nextInt(characters.length()));
        return switch (random.nextInt(3)) {
            case 0 -> text.substring(0, i) + text.substring(i + 1);
            case 1 -> text.substring(0, i) + other + text.substring(i);
            default -> text.substring(0, i) + other + text.substring(i + 1);
        };
    }
}
