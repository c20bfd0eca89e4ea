package io.deltawire.bench.file;

import io.deltawire.bench.model.Book;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Order books that change as real ones do: a level's quantity changes, a level comes or goes, more often near the best
 * price; a message has the best levels of both sides as lists. The same for the same seed.
 */
public final class OrderBookGenerator {
    private static final int KEPT = 3;

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
     * @param seed of the random numbers
     * @param symbols how many books
     * @param depth how many levels of a side a message has
     */
    public OrderBookGenerator(long seed, int symbols, int depth) {
        this.random = new SplittableRandom(seed);
        this.depth = depth;
        for (int i = 0; i < symbols; i++) {
            Book book = new Book("SYM" + i);
            long middle = 10_000L + random.nextInt(5_000_000);
            for (int level = 1; level <= KEPT * depth; level++) {
                book.bids.add(new Level(middle - 2L * level + random.nextInt(2), quantity()));
                book.asks.add(new Level(middle + 2L * level - random.nextInt(2), quantity()));
            }
            books.add(book);
        }
    }

    private long quantity() {
        return random.nextInt(3) == 0 ? 1000L * (1 + random.nextInt(50)) : 1 + random.nextInt(200_000);
    }

    /** Returns the next message as a line of JSON: a book of which a level that it shows has changed. */
    public String next() {
        for (; ; ) {
            Book book = books.get(random.nextInt(books.size()));
            boolean bid = random.nextBoolean();
            time += random.nextInt(40);
            if (change(bid ? book.bids : book.asks, bid ? -1 : 1, bid ? book.asks : book.bids)) {
                book.updates++;
                return line(book);
            }
        }
    }

    /** Returns whether a level that is shown has changed. */
    private boolean change(List<Level> side, int away, List<Level> other) {
        int at = Math.min(side.size() - 1, nearTheBest());
        int choice = random.nextInt(100);
        if (choice < 45) {
            side.set(at, new Level(side.get(at).ticks, quantity()));
        } else if (choice < 72 && side.size() < 2 * KEPT * depth || side.size() <= depth) {
            long ticks = side.get(at).ticks + away * (random.nextInt(4) - 1L);
            if ((other.get(0).ticks - ticks) * away >= 0) {
                return false;
            }
            int place = 0;
            while (place < side.size() && (side.get(place).ticks - ticks) * away < 0) {
                place++;
            }
            Level level = new Level(ticks, quantity());
            if (place < side.size() && side.get(place).ticks == ticks) {
                side.set(place, level);
            } else {
                side.add(place, level);
            }
            at = place;
        } else {
            side.remove(at);
        }
        return at < depth;
    }

    private int nearTheBest() {
        int at = 0;
        while (at < 2 * depth && random.nextInt(4) > 0) {
            at++;
        }
        return at;
    }

    private String line(Book book) {
        StringBuilder text = new StringBuilder(64 * depth);
        text.append("{\"symbol\":\"").append(book.symbol).append("\",\"time\":").append(time);
        text.append(",\"update\":").append(book.updates);
        side(text.append(",\"bids\":"), book.bids);
        side(text.append(",\"asks\":"), book.asks);
        return text.append('}').toString();
    }

    private void side(StringBuilder text, List<Level> levels) {
        for (int i = 0; i < Math.min(depth, levels.size()); i++) {
            Level level = levels.get(i);
            text.append(i == 0 ? '[' : ',');
            text.append(String.format(
                    Locale.ROOT, "{\"price\":%.2f,\"quantity\":%s}", level.ticks / 100.0, level.quantity / 10_000.0));
        }
        text.append(levels.isEmpty() ? "[]" : "]");
    }
}
