package io.deltawire.examples.correlation;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks questions, and finds the future of each answer by its id. Any thread may ask; the thread that reads the answers
 * calls the other methods.
 */
final class Client implements Answers {
    private final Questions questions;
    private final Map<Long, CompletableFuture<Long>> open = new ConcurrentHashMap<>();
    private long lastId;
    private boolean isEnded;

    Client(Questions questions) {
        this.questions = questions;
    }

    /** Sends a question, and returns what its answer will complete. */
    synchronized CompletableFuture<Long> divide(long dividend, long divisor) {
        CompletableFuture<Long> result = new CompletableFuture<>();
        if (isEnded) {
            result.completeExceptionally(new IllegalStateException("the service has ended"));
            return result;
        }
        lastId++;
        open.put(lastId, result); // before it is sent, since the answer may come immediately
        questions.onQuestion(new Question(lastId, dividend, divisor));
        return result;
    }

    @Override
    public void onAnswer(Answer answer) {
        CompletableFuture<Long> result = open.remove(answer.id());
        if (result != null) { // a question of an earlier run, if the answers are in a journal
            result.complete(answer.quotient());
        }
    }

    @Override
    public void onFailure(Failure failure) {
        CompletableFuture<Long> result = open.remove(failure.id());
        if (result != null) {
            result.completeExceptionally(new ArithmeticException(failure.reason()));
        }
    }

    /** Fails what is open, because no more answers will come. */
    synchronized void onEnd() {
        isEnded = true;
        open.values()
                .forEach(result -> result.completeExceptionally(new IllegalStateException("the service has ended")));
        open.clear();
    }
}
