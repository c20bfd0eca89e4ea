package io.deltawire.bench.kafka;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import java.util.LinkedHashMap;
import java.util.Map;

/** A message of {@link Messages#random}. */
final class RandomQuote extends AbstractMarshallable {
    @Key
    String symbol;

    long sequence;
    double bid;
    long bidSize;
    double ask;
    long askSize;
    String venue;
    long time;

    /** Returns the fields by name. */
    Map<String, Object> toMap() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("symbol", symbol);
        fields.put("sequence", sequence);
        fields.put("bid", bid);
        fields.put("bidSize", bidSize);
        fields.put("ask", ask);
        fields.put("askSize", askSize);
        fields.put("venue", venue);
        fields.put("time", time);
        return fields;
    }
}
