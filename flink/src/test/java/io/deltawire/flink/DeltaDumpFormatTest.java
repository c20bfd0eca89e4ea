package io.deltawire.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.flink.testing.Dumps;
import io.deltawire.flink.testing.Trade;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits give together what one reader gives, whatever their bounds are, and a reader goes on where another one was. */
class DeltaDumpFormatTest {
    private static final DeltaDumpFormat<Trade> FORMAT = DeltaDumpFormat.of(Trade.class);

    @TempDir
    Path folder;

    private static org.apache.flink.core.fs.Path path(Path file) {
        return new org.apache.flink.core.fs.Path(file.toUri());
    }

    private static FileSourceSplit split(Path file, long from, long to) throws IOException {
        return new FileSourceSplit(file + "-" + from, path(file), from, to - from, 0, Files.size(file));
    }

    private static List<RecordAndPosition<Trade>> rest(BulkFormat.Reader<Trade> reader) throws IOException {
        List<RecordAndPosition<Trade>> read = new ArrayList<>();
        try (reader) {
            for (BulkFormat.RecordIterator<Trade> batch; (batch = reader.readBatch()) != null; batch.releaseBatch()) {
                for (RecordAndPosition<Trade> next; (next = batch.next()) != null; ) {
                    read.add(next);
                }
            }
        }
        return read;
    }

    private static List<Trade> read(Collection<FileSourceSplit> splits) throws IOException {
        List<Trade> read = new ArrayList<>();
        for (FileSourceSplit split : splits) {
            rest(FORMAT.createReader(new Configuration(), split)).forEach(each -> read.add(each.getRecord()));
        }
        return read;
    }

    @Test
    void splitsGiveTogetherWhatOneReaderGives() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        for (Map.Entry<String, Path> dump : Dumps.ofEachKind(folder, 6000).entrySet()) {
            Path file = dump.getValue();
            List<Trade> expected = Dumps.sequential(file);
            for (int wanted : new int[] {1, 2, 3, 50}) {
                Collection<FileSourceSplit> splits = new DeltaSplitEnumerator()
                        .enumerateSplits(new org.apache.flink.core.fs.Path[] {path(file)}, wanted);
                assertEquals(wanted > 1, splits.size() > 1, dump.getKey());
                assertEquals(
                        splits.size(),
                        splits.stream().map(FileSourceSplit::splitId).distinct().count());
                assertEquals(expected, read(splits), dump.getKey() + " in " + splits);
            }
            TreeSet<Long> bounds = new TreeSet<>(List.of(0L, Files.size(file)));
            for (int i = 0; i < 6; i++) {
                bounds.add(random.nextLong(Files.size(file)));
            }
            List<FileSourceSplit> anywhere = new ArrayList<>();
            for (Long from : bounds.headSet(bounds.last())) {
                anywhere.add(split(file, from, bounds.higher(from)));
            }
            assertEquals(expected, read(anywhere), dump.getKey() + " in " + anywhere);
        }
    }

    @Test
    void filesAreNotSplitForOneTaskNorWhereTheyAreSmall() throws IOException {
        Files.write(folder.resolve("large.dw"), Dumps.dump(0, 6000, Dumps.SMALL));
        Files.write(folder.resolve("small.dw"), Dumps.dump(0, 10, Dumps.SMALL));
        Files.write(folder.resolve(".hidden.dw"), new byte[] {1, 2, 3});
        Files.write(folder.resolve("empty.dw"), new byte[0]);
        org.apache.flink.core.fs.Path[] paths = {path(folder)};
        // monitorContinuously asks for one split, and would drop any further one of a file
        assertEquals(3, new DeltaSplitEnumerator().enumerateSplits(paths, 1).size());
        Collection<FileSourceSplit> splits = new DeltaSplitEnumerator().enumerateSplits(paths, 2);
        assertTrue(splits.size() > 5, splits::toString);
        assertEquals(6010, read(splits).size());
        assertFalse(FORMAT.isSplittable());
    }

    @Test
    void recordingInWhichNumberedEpochsComeAgainIsReadOnce() throws IOException {
        byte[] numbered = Dumps.dump(500, 2000, Dumps.SMALL.with(DeltaFormat.NUMBERED, true));
        byte[] again = Dumps.concat(numbered, numbered);
        byte[] between =
                Dumps.concat(Dumps.concat(Dumps.dump(0, 500, Dumps.SMALL), again), Dumps.dump(2000, 2500, Dumps.SMALL));
        for (byte[] bytes : List.of(again, between)) {
            Path file = Files.write(folder.resolve("again.dw"), bytes);
            List<FileSourceSplit> splits = new ArrayList<>();
            for (long from = 0; from < bytes.length; from += 3000) {
                splits.add(split(file, from, Math.min(bytes.length, from + 3000)));
            }
            assertEquals(Dumps.sequential(file), read(splits));
        }
    }

    @Test
    void readerGoesOnAfterEveryMessageThatAnotherOneRead() throws IOException {
        for (Path file : Dumps.ofEachKind(folder, 4000).values()) {
            FileSourceSplit split = split(file, Files.size(file) / 3, Files.size(file) * 2 / 3);
            List<RecordAndPosition<Trade>> all = rest(FORMAT.createReader(new Configuration(), split));
            assertTrue(all.size() > 300, file::toString);
            assertTrue(
                    all.stream().map(RecordAndPosition::getOffset).distinct().count() > 2,
                    () -> file + " has few epochs");
            for (int i = 0; i < all.size(); i += 23) {
                RecordAndPosition<Trade> last = all.get(i);
                FileSourceSplit rest = split.updateWithCheckpointedPosition(
                        new CheckpointedPosition(last.getOffset(), last.getRecordSkipCount()));
                List<RecordAndPosition<Trade>> read = rest(FORMAT.restoreReader(new Configuration(), rest));
                List<RecordAndPosition<Trade>> expected = all.subList(i + 1, all.size());
                assertEquals(text(expected), text(read), file + " after message " + i);
            }
        }
    }

    private static String text(List<RecordAndPosition<Trade>> records) {
        StringBuilder text = new StringBuilder();
        records.forEach(each -> text.append(each.getRecord().number)
                .append('@')
                .append(each.getOffset())
                .append('+')
                .append(each.getRecordSkipCount())
                .append(' '));
        return text.toString();
    }

    @Test
    void readerOfAFileThatBecameShorterSinceTheCheckpointFails() throws IOException {
        Path file = Files.write(folder.resolve("a.dw"), Dumps.dump(0, 5, Dumps.SMALL));
        FileSourceSplit split =
                split(file, 0, Files.size(file)).updateWithCheckpointedPosition(new CheckpointedPosition(0, 6));
        EOFException e = assertThrows(EOFException.class, () -> FORMAT.restoreReader(new Configuration(), split));
        assertTrue(e.getMessage().contains("a.dw: expected 6 messages"), e.getMessage());
    }

    @Test
    void splitsOfADumpThatIsNotWholeFail() throws IOException {
        byte[] whole = Dumps.dump(0, 4000, Dumps.SMALL);
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 60; i++) {
            byte[] bad = whole.clone();
            if (i % 2 == 0) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
            } else {
                bad = Arrays.copyOf(bad, 1 + random.nextInt(bad.length - 1));
            }
            Path file = Files.write(folder.resolve("bad.dw"), bad);
            Collection<FileSourceSplit> planned =
                    new DeltaSplitEnumerator().enumerateSplits(new org.apache.flink.core.fs.Path[] {path(file)}, 3);
            int bound = 1 + random.nextInt(bad.length);
            List<FileSourceSplit> anywhere = List.of(split(file, 0, bound), split(file, bound, bad.length));
            for (Collection<FileSourceSplit> splits : List.of(planned, anywhere)) {
                WireException e = assertThrows(WireException.class, () -> read(splits), splits::toString);
                assertTrue(e.getMessage().matches(".*/bad\\.dw: delta: .* at byte \\d+.*"), e.getMessage());
            }
        }
    }

    @Test
    void otherBytesAfterADumpAreAnErrorWhateverTheBounds() throws IOException {
        byte[] dump = Dumps.dump(0, 100, Dumps.SMALL);
        byte[] junk = "something that is no dump ".repeat(20).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        for (byte[] bytes : List.of(Dumps.concat(dump, junk), Dumps.concat(Dumps.concat(dump, junk), dump))) {
            Path file = Files.write(folder.resolve("bad.dw"), bytes);
            for (int bound = dump.length - 40; bound < dump.length + 20; bound++) {
                List<FileSourceSplit> splits = List.of(split(file, 0, bound), split(file, bound, bytes.length));
                assertThrows(WireException.class, () -> read(splits), "split at " + bound);
            }
        }
    }

    @Test
    void messageThatDeletesARecordIsAnErrorForObjects() throws IOException {
        Path file = folder.resolve("deleted.dw");
        try (OutputStream out = Files.newOutputStream(file);
                Wire wire = Wire.of(new DeltaFormat(), out, WireOptions.DEFAULTS)) {
            wire.write(new Trade(1)).delete(new Trade(1));
        }
        List<FileSourceSplit> splits = List.of(split(file, 0, Files.size(file)));
        WireException e = assertThrows(WireException.class, () -> read(splits));
        assertTrue(e.getMessage().contains("deletion of a record"), e.getMessage());
    }

    @Test
    void whatATransportRepeatedIsReadOnce() throws IOException {
        List<byte[]> delivered = new ArrayList<>();
        OutputStream transport = new OutputStream() {
            @Override
            public void write(int b) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                delivered.add(Arrays.copyOfRange(bytes, offset, offset + length));
            }
        };
        WireOptions numbered = Dumps.SMALL.with(DeltaFormat.NUMBERED, true);
        try (Wire wire = Wire.of(new DeltaFormat(), transport, numbered)) {
            for (int i = 0; i < 2000; i++) {
                wire.write(new Trade(i));
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < delivered.size(); i++) {
            bytes.writeBytes(delivered.get(i));
            if (i % 3 == 0 && i + 1 < delivered.size()) {
                bytes.writeBytes(delivered.get(i));
            }
        }
        Path file = Files.write(folder.resolve("delivered.dw"), bytes.toByteArray());
        List<Trade> expected = LongStream.range(0, 2000).mapToObj(Trade::new).toList();
        long size = Files.size(file);
        assertEquals(expected, read(List.of(split(file, 0, size / 3), split(file, size / 3, size))));
        assertEquals(
                expected,
                read(new DeltaSplitEnumerator().enumerateSplits(new org.apache.flink.core.fs.Path[] {path(file)}, 3)));
        for (int i = 1; i < 2000; i += 333) {
            FileSourceSplit rest = split(file, 0, size).updateWithCheckpointedPosition(new CheckpointedPosition(0, i));
            List<RecordAndPosition<Trade>> read = rest(FORMAT.restoreReader(new Configuration(), rest));
            assertEquals(2000 - i, read.size());
            assertEquals(0, read.get(read.size() - 1).getOffset());
        }
    }

    /** A reader of objects gets null for it, as at the end of the input. */
    @Test
    void nullAmongTheEventsOfAMessageIsAnErrorAndNotTheEnd() throws IOException {
        Path file = folder.resolve("null.dw");
        try (WireOut out = new DeltaFormat().newWriter(Files.newOutputStream(file), WireOptions.DEFAULTS)) {
            for (int i = 0; i < 3; i++) {
                out.beginMessage();
                out.beginObject();
                out.event("first");
                Wire.writeObject(out, new Trade(i));
                out.event("second");
                out.nullValue();
                out.endObject();
                out.endMessage();
            }
        }
        List<FileSourceSplit> splits = List.of(split(file, 0, Files.size(file)));
        WireException e = assertThrows(WireException.class, () -> read(splits));
        assertTrue(e.getMessage().contains("but was null"), e.getMessage());
    }

    @Test
    void splitWithoutAnEpochHasNoMessages() throws IOException {
        Path file = Files.write(folder.resolve("a.dw"), Dumps.dump(0, 5, Dumps.SMALL));
        assertEquals(List.of(), read(List.of(split(file, 1, Files.size(file)))));
        assertNull(FORMAT.createReader(new Configuration(), split(file, 1, 2)).readBatch());
    }

    @Test
    void optionsGoWithAJobAndThoseThatChangeWhatIsReadAreRefused() throws Exception {
        Path file = Files.write(folder.resolve("a.dw"), Dumps.dump(0, 5, Dumps.SMALL));
        FileSourceSplit split = split(file, 0, Files.size(file));
        DeltaDumpFormat<Trade> sent = InstantiationUtil.clone(
                FORMAT.withOption("limits.maxMessageBytes", "40").withAllowedPackages("com.acme"));
        WireException e = assertThrows(WireException.class, () -> rest(sent.createReader(new Configuration(), split)));
        assertTrue(e.getMessage().contains("1 to 80 bytes but was"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> FORMAT.withOption("limits.maxMessageByte", "40"));
        assertThrows(IllegalArgumentException.class, () -> FORMAT.withOption("limits.maxMessageBytes", "many"));
        assertThrows(IllegalArgumentException.class, () -> FORMAT.withOption("delta.readMode", "LIVE"));
    }
}
