package dev.patchbay.verticles.reconcile;

import dev.patchbay.verticles.bus.PodSnapshot;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work for one pod: one pass at a time, newest state wins. Signals carry nothing; a pass reads the newest snapshot.
 * Signals that come during a pass make one more pass, however many they are. Confined to one event loop.
 */
final class Lane {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final Vertx vertx;
    private final String uid;
    private final PodReconciler reconciler;
    private final Runnable whenFinished;
    private final PublishProcessor<Boolean> signals = PublishProcessor.create();
    private final Disposable passes;

    private LaneState state = LaneState.NEW;
    private long retryTimer = -1;
    private boolean busy;
    private boolean closed;

    /** Creates a lane that runs {@code whenFinished} once the pod is gone and nothing of it is left to be done. */
    Lane(Vertx vertx, String uid, PodReconciler reconciler, Runnable whenFinished) {
        this.vertx = vertx;
        this.uid = uid;
        this.reconciler = reconciler;
        this.whenFinished = whenFinished;
        // A flatMap of concurrency one asks for the next signal only when the pass is over; until then "latest" keeps
        // one signal, so that what comes during a pass makes exactly one more.
        this.passes = signals.onBackpressureLatest()
                .flatMapCompletable(_ -> pass(), false, 1)
                .subscribe(() -> {}, e -> LOG.error("the lane of pod {} has stopped", uid, e));
    }

    /** Takes in a newer state of the pod and starts a pass. */
    void see(PodSnapshot pod) {
        if (state.pod()
                .map(known -> known.resourceVersion() <= pod.resourceVersion())
                .orElse(true)) {
            state = state.with(pod);
        }
        signal();
    }

    /** Takes in that the pod is gone and starts a pass. */
    void gone() {
        state = state.withoutPod();
        signal();
    }

    /** Starts a pass, or one more after the one that runs. */
    void signal() {
        if (!closed) {
            signals.onNext(Boolean.TRUE);
        }
    }

    /** Returns the newest state of the pod. */
    Optional<PodSnapshot> pod() {
        return state.pod();
    }

    boolean isBusy() {
        return busy;
    }

    /** Starts no more passes. */
    void close() {
        closed = true;
        vertx.cancelTimer(retryTimer);
        if (!busy) {
            passes.dispose();
        }
    }

    private Completable pass() {
        if (closed) {
            return Completable.complete();
        }
        vertx.cancelTimer(retryTimer);
        busy = true;
        return Completable.create(done -> reconcile().onComplete(result -> {
            busy = false;
            if (result.succeeded()) {
                settle(result.result());
            } else {
                LOG.error("pod {}: a pass failed", uid, result.cause());
                retryAfter(reconciler.pauseAfterError());
            }
            done.onComplete();
        }));
    }

    private Future<Pass> reconcile() {
        try {
            return reconciler.reconcile(uid, state, () -> state);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private void settle(Pass pass) {
        state = state.after(pass);
        pass.again().ifPresent(this::retryAfter);
        if (state.finished()) {
            whenFinished.run();
        }
    }

    private void retryAfter(Duration pause) {
        if (!closed) {
            retryTimer = vertx.setTimer(Math.max(1, pause.toMillis()), _ -> signal());
        }
    }
}
