package io.deltawire.cli.delta;

import io.deltawire.cli.delta.DeltaStreamState.MessageType;
import io.deltawire.cli.delta.DeltaStreamState.Node;
import io.deltawire.cli.delta.DeltaStreamState.RecordKinds;
import io.deltawire.cli.terminal.TextFormat;
import java.util.BitSet;
import java.util.Map;

/** Decodes records and the nodes of types: docs/spec/delta.md, sections 5.2 to 5.4 and 6.2. */
final class DeltaRecordAnnotation {
    private final DeltaByteReader bytes;
    private final Describer describer;

    /** Shows the bytes up to the present position. */
    interface Describer {
        void describe(int depth, String meaning);

        /** Shows the bytes of the value at a path. */
        void value(String path, String meaning);
    }

    DeltaRecordAnnotation(DeltaByteReader bytes, Describer describer) {
        this.bytes = bytes;
        this.describer = describer;
    }

    /** The path of a leaf. */
    String name(MessageType type, int leaf) {
        if (leaf >= type.leaves.size()) {
            throw new DeltaByteReader.Unexpected("no leaf " + leaf);
        }
        return type.leaves.get(leaf);
    }

    // ---- section 5.2, the entries of NODES

    void nodes(MessageType type, long count) {
        int parent = 0;
        int node = 0;
        String name = "";
        for (long i = 0; i < count; i++) {
            int entry = bytes.u8();
            int kind = entry & 7;
            if (kind == 5) {
                int of = bytes.index(type.nodes.size(), "place");
                type.addLeaf(of);
                describer.describe(
                        1, "a value too at " + shown(type.nodes.get(of).path()));
                continue;
            }
            int where = entry >> 4 & 3;
            parent = where == 0 ? parent : where == 1 ? node : bytes.index(type.nodes.size(), "place");
            int from = bytes.position();
            name = entryName(kind, name);
            Node above = type.nodes.get(parent);
            int number = above.items()[0];
            String path = path(above, kind, name);
            node = type.nodes.size();
            String label = kind == 2 ? "2:" + number : kind == 3 ? "3:" + bytes.hex(from) : kind % 6 + ":" + name;
            type.nodes.add(new Node(parent, path, new int[1], label));
            if (kind == 2 && number == 0) {
                type.lists.add(parent);
            }
            if ((entry & 8) != 0) {
                type.addLeaf(node);
            }
            String what = new String[] {"field ", "event ", "item ", "key ", "", "", "field ", ""}[kind];
            describer.describe(1, what + shown(path) + ((entry & 8) != 0 ? ", value " + (type.leaves.size() - 1) : ""));
        }
    }

    private String entryName(int kind, String before) {
        switch (kind) {
            case 0, 1 -> {
                return bytes.text();
            }
            case 3 -> {
                bytes.plain();
                return "";
            }
            case 6 -> {
                int shared = bytes.index(before.length() + 1, "prefix");
                return before.substring(0, shared) + bytes.text();
            }
            default -> {
                return "";
            }
        }
    }

    private static String path(Node above, int kind, String name) {
        return switch (kind) {
            case 2 -> above.path() + "[" + above.items()[0]++ + "]";
            case 3 -> above.path() + ".?";
            case 4 -> above.path() + "!";
            default -> (above.path().isEmpty() ? "" : above.path() + ".") + name;
        };
    }

    private static String shown(String path) {
        return path.isEmpty()
                ? "(the message)"
                : path.endsWith("!")
                        ? "type name" + (path.length() == 1 ? "" : " of " + path.substring(0, path.length() - 1))
                        : path;
    }

    // ---- section 5.3

    /** Describes a mask whose number is part of the operation. */
    String maskIn(int code) {
        return code < 56 ? ", mask " + code : "";
    }

    private BitSet mask(MessageType type, int code) {
        if (code < 56) {
            return type.mask(code);
        }
        if (code < 60) {
            int index = 56 + 256 * (code - 56) + bytes.u8();
            describer.describe(1, "mask " + index);
            return type.mask(index);
        }
        BitSet mask = new BitSet();
        if (code < 62) {
            for (int i = 0; i < (type.leaves.size() + 7) / 8; i++) {
                int bits = bytes.u8();
                for (int bit = 0; bit < 8; bit++) {
                    mask.set(8 * i + bit, (bits >> bit & 1) != 0);
                }
            }
        } else {
            long count = bytes.varInt();
            int leaf = -1;
            for (long i = 0; i < count; i++) {
                leaf += 1 + bytes.index(type.leaves.size(), "leaf");
                mask.set(leaf);
            }
        }
        String kept = (code & 1) != 0 ? ", kept as mask " + type.addMask(mask) : "";
        describer.describe(1, "mask of " + TextFormat.plural(mask.cardinality(), "value") + kept);
        return mask;
    }

    // ---- section 5.4

    /** Decodes the mask and values of a record, and updates its kinds. */
    void record(RecordKinds record, int code, Map<String, String> values) {
        MessageType type = record.type;
        BitSet mask = mask(type, code);
        for (int leaf = 0; leaf < type.leaves.size(); leaf++) {
            byte predicted = type.predicted(record, leaf);
            if (mask.get(leaf)) {
                String path = type.leaves.get(leaf);
                StringBuilder how = new StringBuilder();
                record.set(leaf, value(record, leaf, predicted, how));
                String value = record.kind(leaf) == DeltaStreamState.ABSENT ? "absent" : values.getOrDefault(path, "");
                describer.value(path, shown(path) + ": " + value + (how.length() == 0 ? "" : "  (" + how + ")"));
            } else {
                record.set(leaf, predicted);
            }
        }
    }

    private byte value(RecordKinds record, int leaf, byte predicted, StringBuilder how) {
        switch (predicted) {
            case DeltaStreamState.NUMERIC -> {
                long difference = bytes.signed();
                if (difference != 0) {
                    how.append("difference ").append(difference > 0 ? "+" : "").append(difference);
                    return predicted;
                }
            }
            case DeltaStreamState.BOOL -> {
                if (bytes.u8() != 0) {
                    how.append("the other one");
                    return predicted;
                }
            }
            case DeltaStreamState.F64 -> {
                int code = bytes.u8();
                if (code != 0) {
                    bytes.skip(code >= 0x80 ? 0 : code & 15);
                    how.append(code >= 0x80 ? "double " + (code - 0x80) + " of the last ones" : "bits that differ");
                    return predicted;
                }
            }
            case DeltaStreamState.TEXT -> {
                long code = bytes.varInt();
                if (code == 1) {
                    bytes.text();
                    return predicted;
                }
                if (code != 0) {
                    how.append("text ").append(code - 3).append(" of the last ones");
                    return predicted;
                }
            }
            default -> {
                // there is no prediction
            }
        }
        how.append("in full");
        return full(record, leaf, how);
    }

    /** Decodes a full value (section 6.2). */
    private byte full(RecordKinds record, int leaf, StringBuilder how) {
        int code = bytes.peek();
        switch (code) {
            case 0x0A -> {
                bytes.u8();
                how.append(", text ").append(bytes.varInt()).append(" of the last ones");
                return DeltaStreamState.TEXT;
            }
            case 0x0B, 0x0C -> {
                bytes.u8();
                how.append(", what it was before");
                if (code == 0x0C) {
                    how.append(", difference ").append(bytes.signed());
                }
                return record.shadow(leaf);
            }
            case 0x0F -> {
                bytes.u8();
                how.append(", double ").append(bytes.u8()).append(" of the last ones");
                return DeltaStreamState.F64;
            }
            case 0x02 -> {
                bytes.u8();
                return DeltaStreamState.ABSENT;
            }
            default -> {
                bytes.plain();
                return kindOf(code);
            }
        }
    }

    private static byte kindOf(int code) {
        return switch (code) {
            case 0x01 -> DeltaStreamState.NULL;
            case 0x03, 0x04 -> DeltaStreamState.EMPTY;
            case 0x05, 0x06 -> DeltaStreamState.BOOL;
            case 0x08 -> DeltaStreamState.F64;
            case 0x09 -> DeltaStreamState.TEXT;
            case 0x10, 0x11, 0x13, 0x14, 0x15 -> DeltaStreamState.RAW;
            default -> DeltaStreamState.NUMERIC;
        };
    }
}
