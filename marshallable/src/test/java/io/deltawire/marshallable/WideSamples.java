package io.deltawire.marshallable;

import io.deltawire.marshallable.WideClasses.WideLevel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;

/** Classes and records (JLS 8.10) with more fields than there are in one part of columns. */
final class WideSamples {
    private WideSamples() {}

    /** What the others have, and more than a part by itself. */
    abstract static class WideBase extends AbstractMarshallable {
        double d00;
        double d01;
        double d02;
        double d03;
        double d04;
        double d05;
        double d06;
        double d07;
        double d08;
        double d09;
        double d10;
        double d11;
        double d12;
        double d13;
        double d14;
        double d15;
        double d16;
        double d17;
        double d18;
        double d19;
        double d20;
        double d21;
        double d22;
        double d23;
        long n00;
        long n01;
        long n02;
        long n03;
        long n04;
        long n05;
        long n06;
        long n07;
        long n08;
        long n09;
        long n10;
        long n11;
        long n12;
        long n13;
        long n14;
        long n15;
        int i00;
        int i01;
        int i02;
        int i03;
        int i04;
        int i05;
        int i06;
        int i07;
        int i08;
        int i09;
        int i10;
        int i11;
        int i12;
        int i13;
        int i14;
        int i15;
        String s00;
        String s01;
        String s02;
        String s03;
        String s04;
        String s05;
        String s06;
        String s07;
        String s08;
        String s09;

        /** Moves a few of the fields. */
        void move(int step) {
            d03 = step / 4.0;
            n07 += step % 5;
            i11 = step % 3;
            s09 = step % 4 == 0 ? null : "s" + step % 7;
            d23 += 1;
        }
    }

    static final class WideState extends WideBase {
        Instant time;
        Integer box;
        boolean open;
        WideLevel best = new WideLevel();
        List<WideLevel> levels = new ArrayList<>();

        @Key
        UUID id;

        @Key
        String symbol;
    }

    /** {@link WideState} as an older version of it knew it. */
    static final class WideOldState extends WideBase {
        Instant time;
        long box;

        @Key
        UUID id;

        @Key
        String symbol;
    }

    /** {@link WideState}, of which few fields are wanted. */
    static final class WideNarrow extends AbstractMarshallable {
        double d03;
        long n07;
        String s09;

        @Key
        UUID id;

        @Key
        String symbol;
    }

    abstract static class WideKeyed extends WideBase implements KeyedMarshallable {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeInt(i15);
        }
    }

    static final class WideBoxed extends WideKeyed {
        Integer count;
        long number;
    }

    static final class WidePlain extends WideKeyed {
        int count;
        long number;
    }

    record RecordOfMany(
            double d00,
            double d01,
            double d02,
            double d03,
            double d04,
            double d05,
            double d06,
            double d07,
            double d08,
            double d09,
            double d10,
            double d11,
            double d12,
            double d13,
            double d14,
            double d15,
            double d16,
            double d17,
            double d18,
            double d19,
            double d20,
            double d21,
            double d22,
            double d23,
            long n00,
            long n01,
            long n02,
            long n03,
            long n04,
            long n05,
            long n06,
            long n07,
            long n08,
            long n09,
            long n10,
            long n11,
            long n12,
            long n13,
            long n14,
            long n15,
            int i00,
            int i01,
            int i02,
            int i03,
            int i04,
            int i05,
            int i06,
            int i07,
            int i08,
            int i09,
            int i10,
            int i11,
            int i12,
            int i13,
            int i14,
            int i15,
            String s00,
            String s01,
            String s02,
            String s03,
            String s04,
            String s05,
            String s06,
            String s07,
            String s08,
            String s09,
            Instant time,
            Integer box,
            boolean open,
            char mark,
            float ratio,
            @Key UUID id,
            @Key String symbol) {
        RecordOfMany {
            if (i11 == 2) {
                throw new IllegalArgumentException("two");
            }
            s09 = s09 == null ? "none" : s09;
        }
    }

    /** Which is read by its tokens. */
    record WideHolder(
            double d00,
            double d01,
            double d02,
            double d03,
            double d04,
            double d05,
            double d06,
            double d07,
            double d08,
            double d09,
            double d10,
            double d11,
            double d12,
            double d13,
            double d14,
            double d15,
            double d16,
            double d17,
            double d18,
            double d19,
            double d20,
            double d21,
            double d22,
            double d23,
            long n00,
            long n01,
            long n02,
            long n03,
            long n04,
            long n05,
            long n06,
            long n07,
            long n08,
            long n09,
            long n10,
            long n11,
            long n12,
            long n13,
            long n14,
            long n15,
            int i00,
            int i01,
            int i02,
            int i03,
            int i04,
            int i05,
            int i06,
            int i07,
            int i08,
            int i09,
            int i10,
            int i11,
            int i12,
            int i13,
            int i14,
            int i15,
            String s00,
            String s01,
            String s02,
            String s03,
            String s04,
            String s05,
            String s06,
            String s07,
            String s08,
            String s09,
            @Key String symbol,
            List<WideLevel> levels) {}
}
