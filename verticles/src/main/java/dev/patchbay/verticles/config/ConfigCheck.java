package dev.patchbay.verticles.config;

import java.time.Duration;

/** What a configuration must fulfil beyond having the right types. */
final class ConfigCheck {

    private ConfigCheck() {}

    static PatchbayConfig checked(PatchbayConfig config) throws ConfigException {
        require(!config.nodeName().isBlank(), "nodeName is missing: set it, or NODE_NAME in the environment");
        require(
                !config.cni().binDirs().isEmpty(),
                "cni.binDirs is empty: name at least one directory with CNI plugins");
        require(config.cni().parallelism() > 0, "cni.parallelism must be at least 1");
        require(config.http().port() >= 0 && config.http().port() <= 65535, "http.port must be between 0 and 65535");
        require(
                config.policy().minHostPort() >= 1
                        && config.policy().maxHostPort() <= 65535
                        && config.policy().minHostPort() <= config.policy().maxHostPort(),
                "policy.minHostPort and policy.maxHostPort must be a range within 1 to 65535");
        require(
                config.ipam().socket().isAbsolute(),
                "ipam.socket must be an absolute path: the plugin runs in another directory");
        require(!config.ipam().reuseDelay().isNegative(), "ipam.reuseDelay must not be negative");
        requirePositive(config.cri().timeout(), "cri.timeout");
        requirePositive(config.cni().addTimeout(), "cni.addTimeout");
        requirePositive(config.cni().delTimeout(), "cni.delTimeout");
        requirePositive(config.retry().initial(), "retry.initial");
        requirePositive(config.resync(), "resync");
        requirePositive(config.sweep(), "sweep");
        require(
                config.retry().max().compareTo(config.retry().initial()) >= 0,
                "retry.max must not be shorter than retry.initial");
        return config;
    }

    private static void requirePositive(Duration duration, String key) throws ConfigException {
        require(duration.isPositive(), key + " must be longer than zero");
    }

    private static void require(boolean condition, String message) throws ConfigException {
        if (!condition) {
            throw new ConfigException(message);
        }
    }
}
