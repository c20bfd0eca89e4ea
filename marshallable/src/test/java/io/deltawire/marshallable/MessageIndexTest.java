package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Wire#index} counts messages, whichever calls read them. */
class MessageIndexTest {
    static class Quote extends AbstractMarshallable {
        @Key
        String symbol;

        long number;

        Quote() {}

        Quote(String symbol, long number) {
            this.symbol = symbol;
            this.number = number;
        }
    }

    interface Feed {
        void quote(Quote quote);

        void pair(Quote quote, long other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void indexIsTheNumberOfTheMessage(String format) {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(200);
            boolean isEvent = random.nextBoolean();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (Wire out = Wire.of(format, bytes)) {
                for (int i = 0; i < count; i++) {
                    Quote quote = new Quote("s" + random.nextInt(3), i);
                    if (isEvent) {
                        out.write("quote", quote);
                    } else {
                        out.write(quote);
                    }
                }
            }
            Wire in = Wire.of(format, new ByteArrayInputStream(bytes.toByteArray()));
            assertEquals(-1, in.index());
            Quote reused = new Quote();
            int way = random.nextInt(5);
            for (int i = 0; i < count; i++) {
                way = random.nextInt(8) == 0 ? random.nextInt(5) : way;
                if (random.nextInt(6) == 0) {
                    assertTrue(in.next());
                    assertEquals(i, in.index());
                }
                Quote read = switch (way) {
                    case 0 -> in.read(Quote.class);
                    case 1 -> in.read(reused);
                    case 2 -> in.readReused(Quote.class);
                    case 3 -> in.readByKey(Quote.class);
                    case 4 -> in.read(new TypeRef<Quote>() {});
                    default -> in.read(Quote.class);
                };
                assertEquals(i, read.number, format + " seed " + seed + " way " + way);
                assertEquals(i, in.index(), format + " seed " + seed + " way " + way);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void methodReadersCountTheSameMessages(String format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Wire out = Wire.of(format, bytes)) {
            Feed feed = out.methodWriter(Feed.class);
            for (int i = 0; i < 100; i++) {
                if (i % 3 == 0) {
                    feed.pair(new Quote("p", i), i);
                } else {
                    feed.quote(new Quote("q", i));
                }
            }
        }
        Wire in = Wire.of(format, new ByteArrayInputStream(bytes.toByteArray()));
        long[] last = {-1};
        MethodReader reader = in.methodReaderBuilder().firstIndex(1000).build(new Feed() {
            @Override
            public void quote(Quote quote) {
                last[0] = quote.number;
            }

            @Override
            public void pair(Quote quote, long other) {
                last[0] = other;
            }
        });
        reader.skipThrough(1009);
        assertEquals(1009, reader.index());
        for (int i = 10; i < 100; i++) {
            assertTrue(reader.readOne());
            assertEquals(i, last[0]);
            assertEquals(1000 + i, reader.index());
            assertEquals(i, in.index());
        }
    }
}
