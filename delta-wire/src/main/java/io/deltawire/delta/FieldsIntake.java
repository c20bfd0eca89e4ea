package io.deltawire.delta;

import io.deltawire.wire.WireLimits;

/** Takes some fields of an object, each by its tokens. */
class FieldsIntake extends MessageIntake {
    /** The depth of the object that has the fields. */
    private int fieldsDepth;

    /** Whether a field's tokens have named another record. */
    private boolean isKeyGiven;

    FieldsIntake(Columns in, DeltaEncoder encoder, WireLimits limits) {
        super(in, encoder, limits);
    }

    /**
     * Begins to take the fields of the present message that go by tokens, each by {@link #beginField} and its tokens.
     *
     * @param object the node of the object that has the fields: the root, or below that
     */
    void beginFields(EncodedType of, Node object) {
        openMessage();
        start(false);
        known.forget(); // the message has other tokens than these
        type = of;
        open.state = of.state;
        nodesBefore = of.state.nodes.size();
        leavesBefore = of.state.leaves;
        stage = Stage.COLUMNS;
        open.depth = -1;
        enterAsIs(of.state.root);
        if (object != of.state.root) {
            nesting.name(object.name);
            enterAsIs(object);
        }
        fieldsDepth = open.depth;
        isKeyGiven = false;
    }

    private void enterAsIs(Node node) {
        push(false);
        open.enter(node, false, null);
    }

    /** Takes note that the message's record has been named. */
    final void keyGiven() {
        isKeyGiven = true;
    }

    void beginField(Node field) {
        field.stamp = in.message;
        open.target = field;
        nesting.name(field.name);
    }

    /** Whether what has come since {@link #beginField} was one value of the object that the field is in. */
    boolean endField() {
        return stage == Stage.COLUMNS
                && !isKeyGiven
                && wholeNode == null
                && open.target == null
                && open.pendingType == null
                && open.depth == fieldsDepth
                && open.counts[fieldsDepth] == 0;
    }

    /**
     * Ends a message of some fields.
     *
     * @return whether all of them have gone to leaves that the type had already
     */
    boolean endFields() {
        boolean isSame = stage == Stage.COLUMNS
                && wholeNode == null
                && type.state.nodes.size() == nodesBefore
                && type.state.leaves == leavesBefore;
        leave();
        return isSame;
    }
}
