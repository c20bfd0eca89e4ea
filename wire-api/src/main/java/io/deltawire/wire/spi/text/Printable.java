package io.deltawire.wire.spi.text;

import java.util.Locale;

/**
 * Makes text from the input safe to print. A terminal acts on control characters (C0, DEL, C1), bidirectional controls,
 * line separators, byte order marks, tag characters and lone surrogates, so they become escapes. Stateless, so threads
 * may share it.
 */
public final class Printable {
    private static final int MAX_IN_MESSAGE = 80;

    private Printable() {}

    /** Returns a noun with its article: {@code an Animal}, {@code a UUID}. */
    public static String withArticle(String noun) {
        if (noun.isEmpty()) {
            return "a ";
        }
        char first = Character.toLowerCase(noun.charAt(0));
        // UUID, Unit and User begin with the sound of a consonant.
        boolean isYou = first == 'u' && noun.length() > 1 && (Character.isUpperCase(noun.charAt(1)) || startsYou(noun));
        return ("aeio".indexOf(first) >= 0 || first == 'u' && !isYou ? "an " : "a ") + noun;
    }

    private static boolean startsYou(String noun) {
        String lower = noun.toLowerCase(Locale.ROOT);
        return lower.startsWith("uni") && !lower.startsWith("unin") && !lower.startsWith("unim")
                || lower.startsWith("us")
                || lower.startsWith("ut");
    }

    /** Returns whether a code point must not reach a terminal unescaped. */
    public static boolean isHazard(int point) {
        if (point < 0x20 || point >= 0x7F && point < 0xA0) {
            return true;
        }
        if (point < 0x200B) {
            return point == 0xAD || point == 0x61C;
        }
        return point <= 0x200F
                || point >= 0x2028 && point <= 0x202E
                || point >= 0x2060 && point <= 0x206F
                || point >= 0xD800 && point <= 0xDFFF
                || point == 0xFEFF
                || point >= 0xFFF9 && point <= 0xFFFF
                || point >= 0xE0000 && point <= 0xE0FFF;
    }

    /** Returns the text with {@code \\u} escapes for hazards, cut after 80 characters. */
    public static String escape(CharSequence text) {
        StringBuilder safe = null;
        int length = Math.min(text.length(), MAX_IN_MESSAGE);
        for (int i = 0; i < length; ) {
            int point = Character.codePointAt(text, i);
            boolean hazard = isHazard(point);
            if (hazard && safe == null) {
                safe = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (safe != null) {
                if (hazard) {
                    safe.append(point > 0xFFFF ? String.format("\\U%08X", point) : String.format("\\u%04X", point));
                } else {
                    safe.appendCodePoint(point);
                }
            }
            i += Character.charCount(point);
        }
        String shown = safe == null ? text.subSequence(0, length).toString() : safe.toString();
        return text.length() > MAX_IN_MESSAGE ? shown + "..." : shown;
    }

    /** Returns the escaped text in double quotes. */
    public static String quote(CharSequence text) {
        return '"' + escape(text) + '"';
    }
}
