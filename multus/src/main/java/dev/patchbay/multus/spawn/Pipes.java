package dev.patchbay.multus.spawn;

import dev.patchbay.multus.os.ErrnoException;
import dev.patchbay.multus.os.SystemCalls;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The ends of pipes that are open while a program is started: all are closed but those that are kept. */
final class Pipes implements AutoCloseable {

    private final Set<Integer> ends = new HashSet<>();

    Posix.Pipe open() throws ErrnoException {
        var pipe = Posix.pipe();
        ends.addAll(List.of(pipe.read(), pipe.write()));
        return pipe;
    }

    void keep(Integer... kept) {
        List.of(kept).forEach(ends::remove);
    }

    @Override
    public void close() throws ErrnoException {
        for (int end : ends) {
            SystemCalls.close(end);
        }
    }
}
