package io.deltawire.delta;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOut;

/** Takes those fields of an object to {@link Columns} that go by tokens. */
final class TokenIntake {
    private final MessageIntake intake;
    private final WireOut out;

    /** @param out a writer that gives its tokens to the intake */
    TokenIntake(MessageIntake intake, WireOut out) {
        this.intake = intake;
        this.out = out;
    }

    /**
     * Begins a message, and takes fields of it.
     *
     * @param fields a bit for each of them
     * @return false where all of the message has to be given by its tokens: there is something new in it, or an error
     */
    boolean take(ColumnBinding binding, Object object, long fields) {
        TokenFields of = binding.tokenFields;
        boolean isTaken = false;
        try {
            intake.beginFields(binding.type, of.node(0).parent);
            for (long todo = fields; todo != 0; todo &= todo - 1) {
                int field = Long.numberOfTrailingZeros(todo);
                intake.beginField(of.node(field));
                binding.columns.write(object, field, out);
            }
            isTaken = intake.endFields();
        } catch (WireDataException e) {
            return false; // all tokens tell the place
        } finally {
            if (!isTaken) {
                intake.rollback();
            }
        }
        return isTaken;
    }
}
