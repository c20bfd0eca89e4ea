package io.deltawire.examples.correlation;

import java.util.ArrayDeque;
import java.util.Deque;

/** The service. It answers pairs of questions, the second one first, to show that the order does not matter. */
final class Divider implements Questions {
    private final Answers answers;
    private final Deque<Question> open = new ArrayDeque<>();

    Divider(Answers answers) {
        this.answers = answers;
    }

    @Override
    public void onQuestion(Question question) {
        open.push(question);
        while (open.size() % 2 == 0 && !open.isEmpty()) {
            answer(open.pop());
            answer(open.pop());
        }
    }

    private void answer(Question question) {
        try {
            answers.onAnswer(new Answer(question.id(), question.dividend() / question.divisor()));
        } catch (ArithmeticException e) {
            answers.onFailure(new Failure(question.id(), e.getMessage()));
        }
    }
}
