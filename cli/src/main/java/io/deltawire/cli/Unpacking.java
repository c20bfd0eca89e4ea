package io.deltawire.cli;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Unpacks compressed input on the fly: gzip by the JDK; zstd and lz4 by the programs of these names, since the JDK has
 * neither and a native library would cost every start.
 */
enum Unpacking {
    NONE(""),
    GZIP("\u001f\u008b"),
    ZSTD("(\u00b5/\u00fd"),
    LZ4("\u0004\"M\u0018");

    /** The first bytes, one a character. */
    private final String magic;

    Unpacking(String magic) {
        this.magic = magic;
    }

    /** How the bytes are packed, by their first ones. */
    static Unpacking detect(byte[] head) {
        for (Unpacking how : values()) {
            if (how != NONE && how.begins(head)) {
                return how;
            }
        }
        return NONE;
    }

    private boolean begins(byte[] head) {
        for (int i = 0; i < magic.length(); i++) {
            if (i >= head.length || (head[i] & 0xFF) != magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The stream unpacked. Damage shows as {@link Damaged}, a missing end as {@link EOFException}. */
    InputStream open(InputStream packed, String name) throws IOException {
        return switch (this) {
            case NONE -> packed;
            case GZIP -> new Gzip(packed);
            case ZSTD -> new Piped(packed, "zstd", name);
            case LZ4 -> new Piped(packed, "lz4", name);
        };
    }

    /** The packed bytes are damaged. */
    static final class Damaged extends IOException {
        private static final long serialVersionUID = 1;

        Damaged(String message) {
            super(message);
        }
    }

    /** Says clearly what the JDK's stream says tersely. */
    private static final class Gzip extends InputStream {
        private static final int ROOM = 1 << 16;

        private final InputStream packed;
        private GZIPInputStream in;

        Gzip(InputStream packed) {
            this.packed = packed;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            try {
                if (in == null) {
                    in = new GZIPInputStream(packed, ROOM);
                }
                return in.read(into, offset, length);
            } catch (ZipException e) {
                throw new Damaged("gzip data is damaged: " + e.getMessage());
            } catch (EOFException e) {
                throw new EOFException("gzip data ends before its end mark");
            }
        }

        @Override
        public void close() throws IOException {
            packed.close();
        }
    }

    /** Runs the program and reads what it makes of the bytes. */
    private static final class Piped extends InputStream {
        private final Process process;
        private final InputStream in;
        private final InputStream packed;
        private final String program;
        private final File messages;
        private volatile IOException inputFault;

        Piped(InputStream packed, String program, String name) throws IOException {
            this.packed = packed;
            this.program = program;
            this.messages = File.createTempFile("wire-" + program, ".log");
            messages.deleteOnExit();
            try {
                process = new ProcessBuilder(List.of(program, "-dcq"))
                        .redirectError(Redirect.to(messages))
                        .start();
            } catch (IOException e) {
                throw Failure.io(name + ": is packed by " + program + ", and there is no program " + program
                        + " here to unpack it; install it, or unpack the file elsewhere");
            }
            in = process.getInputStream();
            Thread pump = new Thread(this::pump, program + "-input");
            pump.setDaemon(true);
            pump.start();
        }

        private void pump() {
            try (OutputStream to = process.getOutputStream()) {
                packed.transferTo(to);
            } catch (IOException e) {
                // Where the program has ended early, its exit code tells; a fault of the input is kept for the reader.
                if (process.isAlive()) {
                    inputFault = e;
                }
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
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
                    String said = Files.readString(messages.toPath(), StandardCharsets.UTF_8)
                            .strip();
                    String problem = program + " cannot unpack it: " + (said.isEmpty() ? "exit code " + code : said);
                    throw said.contains("premature end") || said.contains("Unfinished")
                            ? new EOFException(problem)
                            : new Damaged(problem);
                }
            } catch (InterruptedException e) {
                throw new IOException("interrupted while " + program + " was unpacking", e);
            }
        }

        @Override
        public int available() throws IOException {
            return in.available();
        }

        @Override
        public void close() throws IOException {
            process.destroy();
            packed.close();
            Files.deleteIfExists(messages.toPath());
        }
    }
}
