export type ErrorCode =
  | "invalid"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "too_large"
  | "unsupported_type"
  | "rate_limited"
  | "unavailable";

/** What is wrong with one field of an input. `path` is the field's name, dotted where it is nested. */
export interface FieldError {
  path: string;
  message: string;
}

const appError = Symbol.for("signpost.AppError");

/** A refusal: `message` is one plain sentence for the person who asked. Services throw it; they never see HTTP. */
export class AppError extends Error {
  readonly [appError] = true;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields?: FieldError[],
  ) {
    super(message);
  }

  /** `server.ts` and Next's bundles have a class of their own each, and what one throws the other refuses. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && appError in value;
  }
}

export const invalid = (path: string, message: string) => new AppError("invalid", message, [{ path, message }]);
export const notFound = (what: string) => new AppError("not_found", `This ${what} does not exist.`);

/** Why the service cannot start: one line for the person who runs it. */
export class StartError extends Error {}
