/*
 * The CNI IPAM plugin "patchbay": hands a call of the container runtime over to this node's Patchbay agent, as one
 * HTTP request on a unix socket, and prints the answer. It decides nothing and keeps nothing. One time limit, by a
 * clock that nobody sets, covers all of it; buffers are static, so that only the pages in use cost memory.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MAX_BODY = 1 << 20, MAX_HEAD = 16 << 10, MAX_QUOTED = 256, CHUNK = 4096 };
enum { ABSENT_MS = 5000, PAUSE_MS = 100, LAST_WORDS_MS = 1000, DEFAULT_SECONDS = 30, MAX_SECONDS = 3600 };
enum { INVALID_ENVIRONMENT = 4, IO_FAILURE = 5, INVALID_CONFIG = 7, TRY_AGAIN = 11 }; /* of the CNI specification */

static const char about[] = "patchbay, the CNI IPAM plugin of Patchbay (CNI 0.1.0 to 1.1.0). CNI plugins run it, with\n"
    "the call in CNI_* variables and the network configuration on stdin; this node's Patchbay agent answers.\n";
static const char *const variables[][2] = {
    {"CNI_COMMAND", "CNI-Command"}, {"CNI_CONTAINERID", "CNI-ContainerID"}, {"CNI_NETNS", "CNI-Netns"},
    {"CNI_IFNAME", "CNI-IfName"},   {"CNI_ARGS", "CNI-Args"},               {"CNI_PATH", "CNI-Path"},
};

static char input[MAX_BODY + 1], answer[MAX_HEAD + MAX_BODY + 1], version[16] = "1.1.0";
static const char *socket_path = "/run/patchbay/ipam.sock";
static long long deadline;

/* A text under construction; it is full when something did not fit. */
struct text {
    size_t length;
    char bytes[MAX_HEAD];
};

__attribute__((format(printf, 2, 3))) static void put(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length, format, arguments);
    va_end(arguments);
    bool fits = n >= 0 && (size_t)n < sizeof text->bytes - text->length;
    text->length = fits ? text->length + (size_t)n : sizeof text->bytes;
}

/* The inside of a JSON string. Bytes of unknown origin need not be UTF-8, so all but printable ASCII become a dot. */
static void put_json(struct text *text, const char *bytes) {
    for (const char *at = bytes; *at != '\0' && at < bytes + MAX_QUOTED; at++) {
        put(text, "%s%c", *at == '"' || *at == '\\' ? "\\" : "", *at < ' ' || *at > '~' ? '.' : *at);
    }
}

static long long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns whether the descriptor became ready in time; one in error is ready, as reading or writing it says why. */
static bool ready_until(long long time, int fd, short events) {
    for (long long left; (left = time - now_ms()) > 0;) {
        int ready = poll(&(struct pollfd){.fd = fd, .events = events}, 1, (int)left);
        if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    }
    return false;
}

/* Prints and ends. A pipe that is ready takes CHUNK bytes without blocking; some time for it there is in any case. */
static _Noreturn void finish(int status, const char *bytes, size_t length) {
    long long last = now_ms() + LAST_WORDS_MS, until = last > deadline ? last : deadline;
    while (length > 0) {
        if (!ready_until(until, STDOUT_FILENO, POLLOUT)) _exit(1);
        ssize_t n = write(STDOUT_FILENO, bytes, length < CHUNK ? length : CHUNK);
        if (n < 0 && errno != EINTR && errno != EAGAIN) _exit(1);
        if (n > 0) bytes += n, length -= (size_t)n;
    }
    _exit(status);
}

/* Ends with a CNI error object. Its details are the place, and a quotation. */
static _Noreturn void fail(int code, const char *message, const char *place, const char *quoted) {
    static struct text error;
    put(&error, "{\"cniVersion\":\"%s\",\"code\":%d,", version, code);
    put(&error, "\"msg\":\"patchbay IPAM: %s\",\"details\":\"", message);
    put_json(&error, place);
    put(&error, *quoted != '\0' ? ": " : "");
    put_json(&error, quoted);
    put(&error, "\"}\n");
    finish(1, error.bytes, error.length);
}

static void wait_for(int fd, short events) {
    if (ready_until(deadline, fd, events)) return;
    const char *what = fd == STDIN_FILENO ? "the end of stdin" : socket_path;
    fail(TRY_AGAIN, "the time limit has passed; try again later", "waiting for", what);
}

/* Returns the number of bytes read, 0 at the end; -1 with errno. */
static ssize_t read_some(int fd, char *bytes, size_t length) {
    for (;;) {
        wait_for(fd, POLLIN);
        ssize_t n = read(fd, bytes, length);
        if (n >= 0 || (errno != EINTR && errno != EAGAIN)) return n;
    }
}

static size_t read_input(void) {
    for (size_t length = 0;;) {
        ssize_t n = read_some(STDIN_FILENO, input + length, sizeof input - length);
        if (n < 0) fail(IO_FAILURE, "the network configuration cannot be read", "stdin", strerror(errno));
        if (n == 0) return length;
        length += (size_t)n;
        if (length > MAX_BODY) fail(INVALID_CONFIG, "the network configuration is over 1 MiB", "stdin", "");
    }
}

/* Takes cniVersion over from the outermost object, if it is there and looks like one. A byte after `end` is NUL. */
static void find_version(const char *at, const char *end) {
    for (int depth = 0; at < end; at++) {
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        if (*at != '"') continue;
        const char *key = ++at;
        while (at < end && *at != '"') at += *at == '\\' && at + 1 < end ? 2 : 1;
        if (depth != 1 || at - key != 10 || memcmp(key, "cniVersion", 10) != 0) continue;
        const char *value = at + 1 + strspn(at + 1, " \t\r\n:");
        size_t length = *value == '"' ? strspn(value + 1, "0123456789.") : 0;
        if (length > 0 && length < sizeof version && value[1 + length] == '"') {
            snprintf(version, sizeof version, "%.*s", (int)length, value + 1);
            return;
        }
    }
}

static long long limit_ms(void) {
    const char *value = getenv("PATCHBAY_IPAM_TIMEOUT");
    if (value == NULL || *value == '\0') return DEFAULT_SECONDS * 1000;
    long seconds = strlen(value) < 9 && value[strspn(value, "0123456789")] == '\0' ? atol(value) : 0;
    if (seconds >= 1 && seconds <= MAX_SECONDS) return seconds * 1000;
    fail(INVALID_ENVIRONMENT, "the time limit must be 1 to 3600 seconds", "PATCHBAY_IPAM_TIMEOUT", value);
}

/* An absent variable is an absent header; a control character could end a header and begin another. */
static void put_variables(struct text *head) {
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *name = variables[i][0], *value = getenv(name);
        if (value == NULL) continue;
        const char *at = value;
        while ((unsigned char)*at >= ' ' && *at != 0x7f) at++;
        if (*at != '\0') fail(INVALID_ENVIRONMENT, "a variable holds a control character", name, value);
        put(head, "%s: %s\r\n", variables[i][1], value);
    }
}

/* An agent that restarts is absent for a while, so wait a little; a full backlog only means that it is busy. */
static int connect_to_agent(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(socket_path);
    if (length >= sizeof address.sun_path) fail(INVALID_ENVIRONMENT, "the path is too long", "socket", socket_path);
    memcpy(address.sun_path, socket_path, length);
    for (long long patience = now_ms() + ABSENT_MS;; poll(NULL, 0, PAUSE_MS)) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
        int error = errno;
        if (fd >= 0) close(fd);
        bool absent = error == ENOENT || error == ECONNREFUSED, busy = error == EAGAIN || error == EINTR;
        long long next = now_ms() + PAUSE_MS;
        if (next >= deadline || !(busy || (absent && next < patience))) {
            fail(TRY_AGAIN, "the node's agent cannot be reached; try again later", socket_path, strerror(error));
        }
    }
}

/* Sends as much as the agent takes: if it closes early, its answer says why, or is missed. */
static void send_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        wait_for(fd, POLLOUT);
        ssize_t n = send(fd, bytes, length, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR && errno != EAGAIN) return;
        if (n > 0) bytes += n, length -= (size_t)n;
    }
}

static _Noreturn void broken(const char *message) { fail(TRY_AGAIN, message, socket_path, answer); }

/* Returns the length of the body from a head that ends with NUL. It must be told, else half an answer looks whole. */
static size_t body_length(const char *head) {
    const char *field = strcasestr(head, "\r\nContent-Length:");
    if (field == NULL) broken("the agent's answer has no Content-Length");
    char *digits = strchr(field, ':') + 1, *end;
    unsigned long body = strtoul(digits, &end, 10);
    if (end == digits || body > MAX_BODY) broken("the agent's answer is over 1 MiB, or its Content-Length no number");
    return body;
}

/* Reads the answer and ends with it: status 200 is success, any other is an error that the body explains. */
static _Noreturn void pass_answer_on(int fd) {
    size_t length = 0, head = 0, body = 0; /* head is known with its end */
    while (head == 0 || length - head < body) {
        ssize_t n = read_some(fd, answer + length, sizeof answer - 1 - length);
        if (n <= 0) broken("the agent closed the connection before its answer was whole; try again later");
        length += (size_t)n;
        if (head > 0) continue;
        if (memcmp(answer, "HTTP/1.", length < 7 ? length : 7) != 0) broken("the agent's answer is not HTTP");
        char *end = memmem(answer, length, "\r\n\r\n", 4);
        size_t so_far = end == NULL ? length : (size_t)(end - answer) + 4;
        if (so_far > MAX_HEAD) broken("the head of the agent's answer is over 16 KiB");
        if (end == NULL) continue;
        *end = '\0';
        head = so_far;
        body = body_length(answer);
    }
    bool good = strncmp(answer + 8, " 200", 4) == 0, object = body > 0 && answer[head] == '{';
    if (!object && !(good && body == 0)) broken("the agent's answer is no CNI object");
    finish(good ? 0 : 1, answer + head, body);
}

int main(void) {
    static struct text head;
    signal(SIGPIPE, SIG_IGN);
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0) return 1; /* or the socket would take its place */
    const char *command = getenv("CNI_COMMAND"), *path = getenv("PATCHBAY_IPAM_SOCKET");
    if (command == NULL && isatty(STDOUT_FILENO)) finish(0, about, sizeof about - 1);
    if (command == NULL) fail(INVALID_ENVIRONMENT, "a CNI variable is missing", "CNI_COMMAND", "");
    if (path != NULL && *path != '\0') socket_path = path;
    deadline = now_ms() + limit_ms();
    size_t length = read_input();
    find_version(input, input + length);
    if (strcmp(command, "VERSION") == 0) {
        put(&head, "{\"cniVersion\":\"%s\",\"supportedVersions\":[\"0.1.0\",\"0.2.0\",\"0.3.0\",\"0.3.1\",", version);
        put(&head, "\"0.4.0\",\"1.0.0\",\"1.1.0\"]}\n");
        finish(0, head.bytes, head.length);
    }
    const char *const known[] = {"ADD", "DEL", "CHECK", "GC", "STATUS"};
    size_t i = 0;
    while (i < 5 && strcmp(command, known[i]) != 0) i++;
    if (i == 5) fail(INVALID_ENVIRONMENT, "the command is unknown", "CNI_COMMAND", command);
    put(&head, "POST /cni HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n");
    put_variables(&head);
    int fd = connect_to_agent();
    put(&head, "Content-Length: %zu\r\nPatchbay-Timeout-Ms: %lld\r\n\r\n", length, deadline - now_ms());
    if (head.length == sizeof head.bytes) fail(INVALID_ENVIRONMENT, "the variables are over 16 KiB", "CNI_*", "");
    send_all(fd, head.bytes, head.length);
    send_all(fd, input, length);
    pass_answer_on(fd);
}
