package io.deltawire.flink;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.flink.internal.FlinkChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.DefaultFileFilter;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;
import org.apache.flink.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Finds delta dumps in folders, and splits each one at its epochs, so that several tasks can read it. Its splits are for
 * {@link DeltaDumpFormat}.
 *
 * <p>It makes about four splits for each task, of similar sizes. Planning reads each file only after the bounds between
 * splits, up to the next epoch. A source with {@code monitorContinuously} gets whole files, since Flink reads only the
 * first split of a file there.
 */
public final class DeltaSplitEnumerator implements FileEnumerator {
    /** Several for each task, so that a task that is slow or began late has fewer of them. */
    private static final int SPLITS_PER_TASK = 4;

    /** The least size of a split. A smaller one would cost as much to plan as to read. */
    private static final long MIN_BYTES = 1 << 17;

    private final FileEnumerator files;

    /** Creates an enumerator of all files whose names do not begin with a dot or an underscore. */
    public DeltaSplitEnumerator() {
        this(new DefaultFileFilter());
    }

    /** Creates an enumerator of the files, and of those in the folders, that a filter accepts. */
    public DeltaSplitEnumerator(Predicate<Path> filter) {
        files = new NonSplittingRecursiveEnumerator(filter);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IOException if a file cannot be read
     */
    @Override
    public Collection<FileSourceSplit> enumerateSplits(Path[] paths, int minDesiredSplits) throws IOException {
        Collection<FileSourceSplit> whole = files.enumerateSplits(paths, minDesiredSplits);
        if (minDesiredSplits <= 1) {
            return whole; // one task, or monitorContinuously
        }
        long total = whole.stream().mapToLong(FileSourceSplit::fileSize).sum();
        double wanted = (double) minDesiredSplits * SPLITS_PER_TASK / Math.max(1, total);
        List<FileSourceSplit> splits = new ArrayList<>();
        for (FileSourceSplit file : whole) {
            long size = file.fileSize();
            long parts = Math.min(Math.round(size * wanted), size / MIN_BYTES);
            if (parts <= 1) {
                splits.add(file);
            } else {
                addSplits(file, (int) Math.min(parts, Integer.MAX_VALUE), splits);
            }
        }
        return splits;
    }

    private static void addSplits(FileSourceSplit file, int wanted, List<FileSourceSplit> splits) throws IOException {
        FileSystem system = file.path().getFileSystem();
        FileStatus status = system.getFileStatus(file.path());
        List<DeltaFormat.Split> parts;
        try (FlinkChannel channel = FlinkChannel.open(file.path(), file.fileSize())) {
            parts = DeltaFormat.splits(channel, wanted);
        }
        for (DeltaFormat.Split part : parts) {
            long length = part.to() - part.from();
            splits.add(new FileSourceSplit(
                    file.splitId() + "-" + part.from(),
                    file.path(),
                    part.from(),
                    length,
                    file.fileModificationTime(),
                    file.fileSize(),
                    hosts(system.getFileBlockLocations(status, part.from(), length))));
        }
    }

    private static String[] hosts(BlockLocation[] blocks) throws IOException {
        List<String> hosts = new ArrayList<>();
        if (blocks != null) {
            for (BlockLocation block : blocks) {
                hosts.addAll(Arrays.asList(block.getHosts()));
            }
        }
        return hosts.stream().distinct().toArray(String[]::new);
    }
}
