package dev.patchbay.multus.os;

import java.io.IOException;

/** A system call that failed; the message is the call's name and the kernel's reason. */
public final class ErrnoException extends IOException {

    /** {@code EPERM}. */
    public static final int EPERM = 1;
    /** {@code ENOENT}. */
    public static final int ENOENT = 2;
    /** {@code ESRCH}. */
    public static final int ESRCH = 3;
    /** {@code EEXIST}. */
    public static final int EEXIST = 17;
    /** {@code ENODEV}. */
    public static final int ENODEV = 19;
    /** {@code ENOTDIR}. */
    public static final int ENOTDIR = 20;

    /** {@code ETXTBSY}: the program is open for writing. */
    public static final int ETXTBSY = 26;

    private static final long serialVersionUID = 1L;

    private final int errno;

    /** Creates the failure of {@code call}. */
    public ErrnoException(String call, int errno) {
        super(call + ": " + SystemCalls.strerror(errno) + " (errno " + errno + ")");
        this.errno = errno;
    }

    /** Returns the error's number. */
    public int errno() {
        return errno;
    }
}
