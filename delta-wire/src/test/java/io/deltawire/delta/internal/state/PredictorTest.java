package io.deltawire.delta.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each predictor predicts. */
class PredictorTest {
    private final RecordTable table = new RecordTable();
    private final TypeState type = new TypeState(0, table, true);
    private final EncodedValue predicted = new EncodedValue();
    private RecordState record;
    private RecordState other;

    @BeforeEach
    void addRecords() {
        type.addLeaf(type.addNode(type.root(), Op.NODE_FIELD, "n", null));
        record = new RecordState(type, 0);
        other = new RecordState(type, 1);
        table.put(record);
        table.put(other);
        update(record, 100);
        update(record, 107);
        update(other, 40);
        type.setLastRecord(other);
    }

    private static void update(RecordState record, long value) {
        record.set(0, Kind.INT, (byte) 0, value, value, null);
        record.countUpdate();
    }

    private long predictedNumber(Predictor predictor) {
        predictor.predict(record, 0, predicted);
        return predicted.value();
    }

    @Test
    void numberIsPredictedFromItsSourceAndAnIncrement() {
        assertEquals(107, predictedNumber(Predictor.DELTA));
        assertEquals(114, predictedNumber(Predictor.DELTA_OF_DELTA));
        assertEquals(40, predictedNumber(Predictor.LAST_OF_TYPE));
    }

    @Test
    void changeLeadsFromTheValueToThePrediction() {
        for (Predictor predictor : Predictor.values()) {
            long change = predictor.change(record, 0, record.form(0));
            assertEquals(predictedNumber(predictor), record.value(0) + change, predictor.name());
            assertEquals(change == 0, predictor.isUnchanged(record, 0), predictor.name());
        }
    }

    @Test
    void predictionOfAnotherFormHasNoChange() {
        other.set(0, Kind.TEXT, (byte) 0, 0, 0, "40");
        for (Predictor predictor : Predictor.values()) {
            boolean isOther = predictor.source(record) != record;
            assertEquals(isOther, predictor.change(record, 0, record.form(0)) == DecimalCode.NONE, predictor.name());
        }
    }

    @Test
    void firstMessageOfATypeIsPredictedFromItsOwnRecord() {
        TypeState fresh = new TypeState(1, table, true);
        RecordState first = new RecordState(fresh, 2);
        for (Predictor predictor : Predictor.values()) {
            assertSame(first, predictor.source(first), predictor.name());
        }
    }

    @Test
    void codeInAnnouncementsNamesThePredictor() {
        for (Predictor predictor : Predictor.values()) {
            assertSame(predictor, Predictor.of(predictor.code()));
        }
    }

    /** So that another predictor is a constant here, and not a search for all that would have to know it. */
    @Test
    void noOtherClassTellsPredictorsApart() throws IOException {
        Path main = Path.of(System.getProperty("projectDir")).resolve("delta-wire/src/main/java");
        try (Stream<Path> files = Files.walk(main)) {
            List<String> knowing = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(PredictorTest::namesAPredictor)
                    .map(file -> file.getFileName().toString())
                    .toList();
            assertEquals(List.of("Predictor.java"), knowing);
        }
    }

    private static boolean namesAPredictor(Path file) {
        try {
            String source = Files.readString(file);
            return source.contains(Predictor.DELTA_OF_DELTA.name()) || source.contains(Predictor.LAST_OF_TYPE.name());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
