package io.deltawire.bench.model;

import java.util.List;

/** The article's message in eight classes, so that no call site of a library can be made for one of them alone. */
public abstract class EightClasses extends MyDataType {
    private static final long serialVersionUID = 1;

    private static final List<Class<? extends EightClasses>> CLASSES = List.of(
            Update0.class,
            Update1.class,
            Update2.class,
            Update3.class,
            Update4.class,
            Update5.class,
            Update6.class,
            Update7.class);

    /** All eight. */
    public static List<Class<? extends EightClasses>> classes() {
        return CLASSES;
    }

    /** The class of the record with this number: in no regular order. */
    public static Class<? extends EightClasses> of(int index) {
        return CLASSES.get((index * 0x9E37_79B9 >>> 29) & 7);
    }

    /** The name that its messages go by. */
    public abstract String event();

    /** The class is a part of the message. */
    @Override
    public boolean sameAs(Sample other) {
        return other.getClass() == getClass() && super.sameAs(other);
    }

    /** One of them. */
    public static final class Update0 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update0";
        }
    }

    /** One of them. */
    public static final class Update1 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update1";
        }
    }

    /** One of them. */
    public static final class Update2 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update2";
        }
    }

    /** One of them. */
    public static final class Update3 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update3";
        }
    }

    /** One of them. */
    public static final class Update4 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update4";
        }
    }

    /** One of them. */
    public static final class Update5 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update5";
        }
    }

    /** One of them. */
    public static final class Update6 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update6";
        }
    }

    /** One of them. */
    public static final class Update7 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update7";
        }
    }
}
