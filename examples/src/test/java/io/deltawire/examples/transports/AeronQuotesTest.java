package io.deltawire.examples.transports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import io.deltawire.wire.WireException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("transports")
class AeronQuotesTest {
    private static final String CHANNEL = "aeron:ipc?term-length=1m";
    private static final int STREAM = 7;

    @TempDir
    Path dir;

    private final List<WireException> problems = new ArrayList<>();
    private MediaDriver driver;
    private Aeron aeron;

    @BeforeEach
    void start() {
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
                .aeronDirectoryName(dir.resolve("driver").toString())
                .threadingMode(ThreadingMode.SHARED)
                .dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    }

    @AfterEach
    void stop() {
        assertEquals(List.of(), problems);
        aeron.close();
        driver.close();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("nothing came for a minute");
            }
            Thread.onSpinWait();
        }
    }

    /** Receives all that is there, up to the last quote. */
    private static void receive(Subscription from, FragmentHandler receiver, List<Quote> received, Quote last) {
        await(() -> from.poll(receiver, 10) == 0
                && !received.isEmpty()
                && received.get(received.size() - 1).equals(last));
    }

    private static void receive(Subscription from, FragmentHandler receiver, List<Quote> received, int count) {
        await(() -> from.poll(receiver, 10) == 0 && received.size() >= count);
        assertEquals(count, received.size());
    }

    @Test
    void lateJoinerHasTheLastQuotesFromTheNextKeyFrameOn() {
        List<Quote> sent = Quotes.some(1050);
        try (Publication publication = aeron.addPublication(CHANNEL, STREAM);
                Subscription early = aeron.addSubscription(CHANNEL, STREAM)) {
            await(publication::isConnected);
            List<Quote> all = new ArrayList<>();
            FragmentHandler first = AeronQuotes.receiver(all::add, problems::add);
            QuoteSender sender = AeronQuotes.sender(publication);
            sent.subList(0, 450).forEach(sender::send);
            receive(early, first, all, 450);
            try (Subscription late = aeron.addSubscription(CHANNEL, STREAM)) {
                await(late::isConnected);
                List<Quote> joined = new ArrayList<>();
                List<WireException> joining = new ArrayList<>();
                FragmentHandler second = AeronQuotes.receiver(joined::add, joining::add);
                sent.subList(450, 1050).forEach(sender::send);
                receive(early, first, all, 1050);
                receive(late, second, joined, sent.get(1049));
                // The driver may let a subscription join some time before its present position.
                assertTrue(
                        IntStream.rangeClosed(0, 5)
                                .anyMatch(
                                        i -> Quotes.fromKeyFrame(sent, 100 * i).equals(joined)),
                        joined.toString());
                assertTrue(joining.size() <= 1, joining.toString());
            }
            assertEquals(sent, all);
        }
    }

    @Test
    void quotesOfTwoSendersDoNotMix() {
        List<Quote> sent = Quotes.some(300);
        try (Publication one = aeron.addExclusivePublication(CHANNEL, STREAM);
                Publication two = aeron.addExclusivePublication(CHANNEL, STREAM);
                Subscription subscription = aeron.addSubscription(CHANNEL, STREAM)) {
            await(() -> one.isConnected() && two.isConnected());
            QuoteSender first = AeronQuotes.sender(one);
            QuoteSender second = AeronQuotes.sender(two);
            for (Quote quote : sent) {
                first.send(quote);
                second.send(new Quote(quote.symbol(), -quote.bid(), quote.size()));
            }
            List<Quote> received = new ArrayList<>();
            receive(subscription, AeronQuotes.receiver(received::add, problems::add), received, 600);
            assertEquals(
                    sent, received.stream().filter(quote -> quote.bid() > 0).toList());
        }
    }

    @Test
    void quotesThatNobodyReceivesAreDropped() {
        List<Quote> sent = Quotes.some(250);
        try (Publication publication = aeron.addPublication(CHANNEL, STREAM)) {
            QuoteSender sender = AeronQuotes.sender(publication);
            sent.subList(0, 200).forEach(sender::send);
            try (Subscription subscription = aeron.addSubscription(CHANNEL, STREAM)) {
                await(publication::isConnected);
                List<Quote> received = new ArrayList<>();
                sent.subList(200, 250).forEach(sender::send);
                receive(subscription, AeronQuotes.receiver(received::add, problems::add), received, sent.get(249));
                assertEquals(Quotes.fromKeyFrame(sent, 200), received);
            }
        }
    }
}
