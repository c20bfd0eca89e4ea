package io.deltawire.examples.webgateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.examples.testing.Example;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WebGatewayExampleTest {
    private PriceGateway gateway;

    @BeforeEach
    void start() throws IOException {
        gateway = new PriceGateway(0);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void givesTheNewestPricesOfADeltaStreamAsItsReadmeSays() throws Throwable {
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        Prices prices = wire.methodWriter(Prices.class);
        prices.onPrice(new Price("GBPUSD", 1.75, 2));
        prices.onPrice(new Price("EURUSD", 1.5, 1.75));
        prices.onPrice(new Price("EURUSD", 1.125, 1.25));
        MethodReader reader = wire.methodReader(gateway);
        while (reader.readOne()) {}

        Example.assertPrintsAsReadme(
                PriceGateway.class, () -> System.out.print(get("/prices").body()));
    }

    @Test
    void givesNothingBeforeTheFirstPrice() throws Exception {
        HttpResponse<String> response = get("/prices");
        assertEquals(200, response.statusCode());
        assertEquals("", response.body());
    }

    @Test
    void hasAPageThatAsksForThePrices() throws Exception {
        HttpResponse<String> response = get("/");
        assertEquals(200, response.statusCode());
        assertTrue(response.body().contains("fetch('prices')"), response.body());
        assertEquals(404, get("/other").statusCode());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
