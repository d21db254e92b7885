export const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
