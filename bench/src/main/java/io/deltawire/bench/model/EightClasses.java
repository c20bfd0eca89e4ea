package io.deltawire.bench.model;

import java.util.List;

/**
 * The message of w4: the article's message in eight classes with the same fields. With that many classes no call site of a library is
 * compiled for one class alone, as in an application.
 */
public abstract sealed class EightClasses extends MyDataType {
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

    public static List<Class<? extends EightClasses>> classes() {
        return CLASSES;
    }

    /** Returns the class of a record. Consecutive records are of classes in an irregular order. */
    public static Class<? extends EightClasses> of(int index) {
        return CLASSES.get((index * 0x9E37_79B9 >>> 29) & 7);
    }

    /** Returns the event name of messages of this class. */
    public abstract String event();

    /** Compares the class as well: a format must write it. */
    @Override
    public boolean sameAs(Sample other) {
        return other.getClass() == getClass() && super.sameAs(other);
    }

    /** Class 0 of eight. */
    public static final class Update0 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update0";
        }
    }

    /** Class 1 of eight. */
    public static final class Update1 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update1";
        }
    }

    /** Class 2 of eight. */
    public static final class Update2 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update2";
        }
    }

    /** Class 3 of eight. */
    public static final class Update3 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update3";
        }
    }

    /** Class 4 of eight. */
    public static final class Update4 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update4";
        }
    }

    /** Class 5 of eight. */
    public static final class Update5 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update5";
        }
    }

    /** Class 6 of eight. */
    public static final class Update6 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update6";
        }
    }

    /** Class 7 of eight. */
    public static final class Update7 extends EightClasses {
        private static final long serialVersionUID = 1;

        @Override
        public String event() {
            return "update7";
        }
    }
}
