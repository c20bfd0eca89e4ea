package io.deltawire.bench.file;

import io.deltawire.bench.model.Book;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Generates updates of order books that resemble real ones, as lines of JSON. An update changes the quantity of a level, adds a level or
 * removes one, more often near the best price. A message has the best levels of both sides as lists. The same seed gives the same updates.
 */
public final class OrderBookGenerator {
    /** A side has at first this many times the levels that a message shows, so that a removed level is replaced by the next one. */
    private static final int LEVELS_PER_SHOWN = 3;

    private final SplittableRandom random;
    private final int depth;
    private final List<Book> books = new ArrayList<>();
    private long time = 1_700_000_000_000L;

    private record Level(long ticks, long quantity) {}

    private static final class Book {
        final String symbol;
        final List<Level> bids = new ArrayList<>();
        final List<Level> asks = new ArrayList<>();
        long updates;

        Book(String symbol) {
            this.symbol = symbol;
        }
    }

    /**
     * @param seed the seed of the random numbers
     * @param symbols the number of books
     * @param depth the number of levels on each side in a message
     */
    public OrderBookGenerator(long seed, int symbols, int depth) {
        this.random = new SplittableRandom(seed);
        this.depth = depth;
        for (int i = 0; i < symbols; i++) {
            Book book = new Book("SYM" + i);
            long middle = 10_000L + random.nextInt(5_000_000);
            for (int level = 1; level <= LEVELS_PER_SHOWN * depth; level++) {
                book.bids.add(new Level(middle - 2L * level + random.nextInt(2), quantity()));
                book.asks.add(new Level(middle + 2L * level - random.nextInt(2), quantity()));
            }
            books.add(book);
        }
    }

    private long quantity() {
        return random.nextInt(3) == 0 ? 1000L * (1 + random.nextInt(50)) : 1 + random.nextInt(200_000);
    }

    /** Changes a book until a shown level differs, and returns the book as a line of JSON. */
    public String next() {
        for (; ; ) {
            Book book = books.get(random.nextInt(books.size()));
            boolean bid = random.nextBoolean();
            time += random.nextInt(40);
            if (change(bid ? book.bids : book.asks, bid ? -1 : 1, bid ? book.asks : book.bids)) {
                book.updates++;
                return toJson(book);
            }
        }
    }

    /**
     * Changes one level of a side.
     *
     * @param away the sign of the direction in which prices become worse: -1 for bids, 1 for asks
     * @param other the other side, whose best price a new level must not reach
     * @return whether a shown level has changed
     */
    private boolean change(List<Level> side, int away, List<Level> other) {
        int index = Math.min(side.size() - 1, randomDepth());
        int choice = random.nextInt(100);
        if (choice < 45) {
            side.set(index, new Level(side.get(index).ticks, quantity()));
        } else if (choice < 72 && side.size() < 2 * LEVELS_PER_SHOWN * depth || side.size() <= depth) {
            long ticks = side.get(index).ticks + away * (random.nextInt(4) - 1L);
            if ((other.get(0).ticks - ticks) * away >= 0) {
                return false;
            }
            index = 0;
            while (index < side.size() && (side.get(index).ticks - ticks) * away < 0) {
                index++;
            }
            Level level = new Level(ticks, quantity());
            if (index < side.size() && side.get(index).ticks == ticks) {
                side.set(index, level);
            } else {
                side.add(index, level);
            }
        } else {
            side.remove(index);
        }
        return index < depth;
    }

    /** Returns the index of a level, with falling probability from the best price on. */
    private int randomDepth() {
        int index = 0;
        while (index < 2 * depth && random.nextInt(4) > 0) {
            index++;
        }
        return index;
    }

    private String toJson(Book book) {
        StringBuilder text = new StringBuilder(64 * depth);
        text.append("{\"symbol\":\"").append(book.symbol).append("\",\"time\":").append(time);
        text.append(",\"update\":").append(book.updates);
        appendSide(text.append(",\"bids\":"), book.bids);
        appendSide(text.append(",\"asks\":"), book.asks);
        return text.append('}').toString();
    }

    private void appendSide(StringBuilder text, List<Level> levels) {
        for (int i = 0; i < Math.min(depth, levels.size()); i++) {
            Level level = levels.get(i);
            text.append(i == 0 ? '[' : ',');
            text.append(String.format(
                    Locale.ROOT, "{\"price\":%.2f,\"quantity\":%s}", level.ticks / 100.0, level.quantity / 10_000.0));
        }
        text.append(levels.isEmpty() ? "[]" : "]");
    }
}
