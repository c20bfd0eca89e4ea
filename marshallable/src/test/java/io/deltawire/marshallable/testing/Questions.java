package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * The calls that tests make on a stream of events by two paths, to compare the results.
 *
 * @param one an object to read into
 * @param other another one, of another class
 * @param application reads what {@code next()} has moved to
 * @param most how often to ask for the next message
 */
public record Questions(Object one, Object other, Function<Wire, Object> application, int most) {
    /** The objects that an application reads, which passes over errors. */
    public List<String> readAll(Wire wire) {
        List<String> objects = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            try {
                if (!wire.next()) {
                    break;
                }
                objects.add(wire.event() + " " + application.apply(wire));
            } catch (WireException e) {
                // the next one
            }
        }
        return objects;
    }

    /** The answers to questions at random. */
    public List<String> ask(Wire wire, SplittableRandom random) {
        List<String> answers = new ArrayList<>();
        boolean takesTokens = random.nextInt(4) == 0;
        int ends = 0;
        for (int i = 0; i < 3 * most / 2 && ends < 3; i++) {
            String answer;
            int question = random.nextInt(takesTokens && i > most / 2 ? 22 : 20);
            try {
                Object result = switch (question) {
                    case 0 -> wire.read(one.getClass());
                    case 1 -> wire.read(one);
                    case 2 -> wire.read(other);
                    // After tokens have been taken, the application continues with next(): a live object is not set
                    // from the middle of a message.
                    case 3 -> takesTokens ? wire.read(one.getClass()) : wire.readByKey(one.getClass());
                    case 4 -> wire.read(Object.class);
                    case 5 -> Wires.nextWhole(wire);
                    case 6, 7 -> String.valueOf(wire.read());
                    case 20, 21 -> wire.next() ? tokens(wire.in()) : null;
                    case 8, 9, 10, 11 -> wire.next();
                    default -> wire.next() ? application.apply(wire) : null;
                };
                answer = result == null ? "null" : result.getClass().getSimpleName() + " " + result;
                ends += result == null || result.equals(false) ? 1 : 0;
            } catch (WireException | IllegalStateException e) {
                answer = e.toString();
            }
            answers.add(question + " " + wire.event() + ": " + answer);
        }
        return answers;
    }

    /** The kind of value that an event has, and the first name in it. */
    private static String tokens(WireIn in) {
        WireToken token = in.peek();
        if (token != WireToken.BEGIN_OBJECT) {
            return token.toString();
        }
        String type = in.typeName();
        in.beginObject();
        return type + " " + (in.hasNext() && in.peek() == WireToken.FIELD ? in.fieldName() : in.peek());
    }
}
