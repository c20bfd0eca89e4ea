package io.deltawire.cli.input;

import io.deltawire.cli.terminal.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Unpacks compressed input on the fly. {@link GzipStream} reads gzip. The programs zstd and lz4 read their own formats,
 * since the JDK has neither. The libraries for zstd do not fit: some copy several megabytes of native code to a
 * temporary file at each use, and others need {@code sun.misc.Unsafe}, for which JDK 25 prints warnings.
 */
public enum Unpacking {
    NONE("", ""),
    GZIP("\u001f\u008b", ".gz"),
    ZSTD("(\u00b5/\u00fd", ".zst"),
    LZ4("\u0004\"M\u0018", ".lz4");

    /** Other packers by the first bytes of their output, which can be recognised but not read. */
    private static final Map<String, String> OTHERS =
            Map.of("\u00fd7zXZ", "xz", "BZh", "bzip2", "PK\u0003\u0004", "zip");

    /** The first bytes, as one character each. */
    private final String magic;

    private final String extension;

    Unpacking(String magic, String extension) {
        this.magic = magic;
        this.extension = extension;
    }

    /** Returns the name of the program that reads and writes this packing. */
    public String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the name of a file, in lower case, has the extension of this packing. */
    public boolean isExtensionOf(String name) {
        return this != NONE && name.endsWith(extension);
    }

    /**
     * Returns the name of a packer whose output can be recognised but not read here, or null if the data does not begin
     * like such output.
     */
    static String otherProgram(byte[] head) {
        for (Map.Entry<String, String> other : OTHERS.entrySet()) {
            if (begins(head, other.getKey())) {
                return other.getValue();
            }
        }
        return null;
    }

    /** The packing, by the first bytes. */
    static Unpacking detect(byte[] head) {
        for (Unpacking how : values()) {
            if (how != NONE && begins(head, how.magic)) {
                return how;
            }
        }
        return NONE;
    }

    private static boolean begins(byte[] head, String magic) {
        for (int i = 0; i < magic.length(); i++) {
            if (i >= head.length || (head[i] & 0xFF) != magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the unpacked stream. Damage is reported as {@link Damaged}, a missing end as {@link EOFException}. */
    InputStream open(InputStream packed, String name, InputWait wait) throws IOException {
        return switch (this) {
            case NONE -> packed;
            case GZIP -> new GzipStream(packed);
            case ZSTD, LZ4 -> new Piped(packed, program(), name, wait);
        };
    }

    static final class Damaged extends IOException {
        private static final long serialVersionUID = 1;

        Damaged(String message) {
            super(message);
        }
    }

    /** Runs the program and reads its output. */
    private static final class Piped extends BulkStream {
        private static final int MOST_SAID = 4096;

        private final Process process;
        private final InputStream in;
        private final InputStream packed;
        private final String program;
        private final InputWait wait;
        /** The error output of the program; another thread may read it when {@link #listener} has ended. */
        private final StringBuilder messages = new StringBuilder();

        private final Thread listener;
        private volatile IOException inputFault;

        Piped(InputStream packed, String program, String name, InputWait wait) throws IOException {
            this.packed = packed;
            this.program = program;
            this.wait = wait;
            try {
                process = new ProcessBuilder(List.of(program, "-dcq")).start();
            } catch (IOException e) {
                throw Failure.io(name + ": is packed by " + program + ", and there is no program " + program
                        + " here to unpack it; install it, or unpack the file elsewhere");
            }
            in = process.getInputStream();
            start(this::pump, "input");
            listener = start(this::listen, "messages");
        }

        private Thread start(Runnable task, String what) {
            Thread thread = new Thread(task, program + "-" + what);
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        /**
         * Stores the start of the error output of the program. The rest is read too, since a full pipe would stop the
         * program.
         */
        private void listen() {
            try (InputStream from = process.getErrorStream()) {
                byte[] some = new byte[1024];
                for (int read = from.read(some); read >= 0; read = from.read(some)) {
                    if (messages.length() < MOST_SAID) {
                        messages.append(new String(some, 0, read, StandardCharsets.UTF_8));
                    }
                }
            } catch (IOException e) {
                // closed with the input, so the text is not needed
            }
        }

        private void pump() {
            try (OutputStream to = process.getOutputStream()) {
                packed.transferTo(to);
            } catch (IOException e) {
                // If the program has ended early, its exit code tells why. Otherwise the reader gets the fault of the
                // input.
                if (process.isAlive()) {
                    inputFault = e;
                }
            }
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read;
            if (length > 0 && in.available() == 0) {
                wait.beginWait();
                try {
                    read = in.read(into, offset, length);
                } finally {
                    wait.endWait();
                }
            } else {
                read = in.read(into, offset, length);
            }
            if (read < 0) {
                checkEnd();
            }
            return read;
        }

        private void checkEnd() throws IOException {
            if (inputFault != null) {
                throw inputFault;
            }
            try {
                int code = process.waitFor();
                if (code != 0) {
                    listener.join();
                    String said = messages.toString().strip();
                    String problem = program + " cannot unpack it: " + (said.isEmpty() ? silent(code) : said);
                    throw said.contains("premature end") || said.contains("Unfinished")
                            ? new EOFException(problem)
                            : new Damaged(problem);
                }
            } catch (InterruptedException e) {
                throw new IOException("interrupted while " + program + " was unpacking", e);
            }
        }

        /** Returns the likely fault if the program prints none, as lz4 does for bytes after its last frame. */
        private static String silent(int code) {
            return "it is damaged, or something else follows its end (exit code " + code + ")";
        }

        @Override
        public int available() throws IOException {
            return in.available();
        }

        @Override
        public void close() throws IOException {
            process.destroy();
            packed.close();
        }
    }
}
