package io.deltawire.marshallable.internal.codec;

/** What texts were last parsed as, where that is slow and the values never change. Not thread-safe. */
final class ParsedTexts {
    private static final int SIZE = 64;

    /** Longer texts are not kept. */
    private static final int MAX_LENGTH = 100;

    private final Object[] codecs = new Object[SIZE];
    private final String[] texts = new String[SIZE];
    private final Object[] values = new Object[SIZE];

    /** What a codec made of a text, or null. */
    Object get(Object codec, String text) {
        int place = place(text);
        return codecs[place] == codec && text.equals(texts[place]) ? values[place] : null;
    }

    void put(Object codec, String text, Object value) {
        if (text.length() <= MAX_LENGTH) {
            int place = place(text);
            codecs[place] = codec;
            texts[place] = text;
            values[place] = value;
        }
    }

    private static int place(String text) {
        return text.hashCode() * 0x9E37_79B9 >>> Integer.SIZE - 6;
    }
}
