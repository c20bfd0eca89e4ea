package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.testing.WideClasses.WideLevel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;

/** Classes and records (JLS 8.10) with more fields than there are in one part of columns. */
public final class WideSamples {
    private WideSamples() {}

    /** What the others have, and more than a part by itself. */
    public abstract static class WideBase extends AbstractMarshallable {
        public double d00;
        public double d01;
        public double d02;
        public double d03;
        public double d04;
        public double d05;
        public double d06;
        public double d07;
        public double d08;
        public double d09;
        public double d10;
        public double d11;
        public double d12;
        public double d13;
        public double d14;
        public double d15;
        public double d16;
        public double d17;
        public double d18;
        public double d19;
        public double d20;
        public double d21;
        public double d22;
        public double d23;
        public long n00;
        public long n01;
        public long n02;
        public long n03;
        public long n04;
        public long n05;
        public long n06;
        public long n07;
        public long n08;
        public long n09;
        public long n10;
        public long n11;
        public long n12;
        public long n13;
        public long n14;
        public long n15;
        public int i00;
        public int i01;
        public int i02;
        public int i03;
        public int i04;
        public int i05;
        public int i06;
        public int i07;
        public int i08;
        public int i09;
        public int i10;
        public int i11;
        public int i12;
        public int i13;
        public int i14;
        public int i15;
        public String s00;
        public String s01;
        public String s02;
        public String s03;
        public String s04;
        public String s05;
        public String s06;
        public String s07;
        public String s08;
        public String s09;

        /** Moves a few of the fields. */
        public void move(int step) {
            d03 = step / 4.0;
            n07 += step % 5;
            i11 = step % 3;
            s09 = step % 4 == 0 ? null : "s" + step % 7;
            d23 += 1;
        }
    }

    public static final class WideState extends WideBase {
        public Instant time;
        public Integer box;
        public boolean open;
        public WideLevel best = new WideLevel();
        public List<WideLevel> levels = new ArrayList<>();

        @Key
        public UUID id;

        @Key
        public String symbol;
    }

    /** {@link WideState} as an older version of it knew it. */
    public static final class WideOldState extends WideBase {
        public Instant time;
        public long box;

        @Key
        public UUID id;

        @Key
        public String symbol;
    }

    /** A {@link WideState} of which only a few fields are read. */
    public static final class WideNarrow extends AbstractMarshallable {
        public double d03;
        public long n07;
        public String s09;

        @Key
        public UUID id;

        @Key
        public String symbol;
    }

    public abstract static class WideKeyed extends WideBase implements KeyedMarshallable {
        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeInt(i15);
        }
    }

    public static final class WideBoxed extends WideKeyed {
        public Integer count;
        public long number;
    }

    public static final class WidePlain extends WideKeyed {
        public int count;
        public long number;
    }

    public record RecordOfMany(
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
        public RecordOfMany {
            if (i11 == 2) {
                throw new IllegalArgumentException("two");
            }
            s09 = s09 == null ? "none" : s09;
        }
    }

    /** Which is read by its tokens. */
    public record WideHolder(
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
