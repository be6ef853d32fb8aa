package dev.patchbay.multus.netns;

import java.io.IOException;

/** A system call that failed; the message is the call's name and the kernel's reason. */
final class ErrnoException extends IOException {

    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int ESRCH = 3;
    static final int EEXIST = 17;
    static final int ENODEV = 19;
    static final int ENOTDIR = 20;

    private static final long serialVersionUID = 1L;

    private final int errno;

    ErrnoException(String call, int errno) {
        super(call + ": " + Libc.strerror(errno) + " (errno " + errno + ")");
        this.errno = errno;
    }

    int errno() {
        return errno;
    }
}
