/**
 * The raw environment: for code that runs before `env` may be read, because `env` throws if a variable is invalid, and
 * for variables of other programs.
 */
export const rawEnv = process.env;

/** Next replaces this expression at build time. */
export const isDevelopment = process.env.NODE_ENV === "development";
