/**
 * The environment as it is: for what runs before `env` may be read, since that refuses a wrong one, and for what other
 * programs put there.
 */
export const rawEnv = process.env;

/** Next replaces the expression while it builds. */
export const isDevelopment = process.env.NODE_ENV === "development";
