package io.deltawire.journal;

import io.deltawire.journal.internal.FileAccess;
import io.deltawire.wire.spi.AppendedFiles.LockedFile;
import io.deltawire.wire.spi.AppendedFiles.Output;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** A disk with a limit, which knows what was forced, so that a loss of power can drop the rest. */
final class FaultyDisk extends FileAccess {
    /** The number of bytes that can still be written. */
    long room = Long.MAX_VALUE;

    /** The length up to which each file was forced. */
    private final Map<Path, Long> forced = new HashMap<>();
    /** The files whose names were forced. */
    private final Set<Path> named = new HashSet<>();

    @Override
    public LockedFile open(Path file) throws IOException {
        LockedFile opened = super.open(file);
        Output limited = new Output(limit(opened.out()), opened.channel(), length -> {
            opened.channel().truncate(length);
            opened.channel().position(length);
        });
        return new LockedFile(opened.channel(), limited, () -> {
            opened.forcing().force();
            forced.put(file, Files.size(file));
        });
    }

    private OutputStream limit(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                int fitting = (int) Math.min(room, length);
                out.write(bytes, offset, fitting);
                room -= fitting;
                if (fitting < length) {
                    throw new IOException("no space left on device");
                }
            }
        };
    }

    @Override
    public void force(Path file) throws IOException {
        super.force(file);
        forced.put(file, Files.size(file));
    }

    @Override
    public void forceFolder(Path folder) {
        super.forceFolder(folder);
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(named::add);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Copies a journal as a loss of power may leave it: of what was not forced, any part of each file is missing, or has
     * become zeros. A file whose name was not forced may be missing as a whole.
     */
    void losePower(List<Path> files, Path copy, Random random) throws IOException {
        Files.createDirectories(copy);
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            int kept = Math.toIntExact(forced.getOrDefault(file, 0L));
            if (!named.contains(file) && random.nextInt(3) == 0) {
                continue;
            }
            int length = kept + random.nextInt(bytes.length - kept + 1);
            byte[] left = Arrays.copyOf(bytes, length);
            if (random.nextBoolean()) {
                Arrays.fill(left, kept + random.nextInt(length - kept + 1), length, (byte) 0);
            }
            Files.write(copy.resolve(file.getFileName()), left);
        }
    }
}
