import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";

/** A visitor's response, for each server that can send it. The server adds the length of the body. */
export interface Answer {
  readonly status: number;
  /** alternating names and values */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
  /** the click that is recorded in the journal before the response is sent */
  readonly click?: RecordedClick;
}

/** An answer, without a promise if nothing has to be waited for; null if the request is for something else. */
export type MaybeAnswer = Answer | null | Promise<Answer | null>;

/**
 * Returns a redirect. `to` must be in the form of a URL's `href`, because a header can contain no other characters.
 * Permanent redirects must not be cached either: a browser that remembers one would not count later visits or notice a
 * change.
 */
export function redirectTo(to: string, status = 302, click?: RecordedClick): Answer {
  return { status, headers: ["Location", to, "Cache-Control", "no-store"], body: "", click };
}

export const withCookie = (answer: Answer, cookie: string): Answer => ({
  ...answer,
  headers: [...answer.headers, "Set-Cookie", cookie],
});

const textHeaders = [
  ...["Content-Type", "text/plain; charset=utf-8"],
  ...["Cache-Control", "no-store"],
  ...["X-Content-Type-Options", "nosniff"],
];

const jsonHeaders = [
  ...["Content-Type", "application/json"],
  ...["Cache-Control", "no-store"],
  ...["Access-Control-Allow-Origin", "*"],
];

/** Returns a response for programs. */
export const jsonAnswer = (status: number, body: object): Answer => ({
  status,
  headers: jsonHeaders,
  body: JSON.stringify(body),
});

export function textAnswer(status: number, text: string, headers: string[] = []): Answer {
  return { status, headers: [...textHeaders, ...headers], body: text };
}

/**
 * Calls `next` with a value at once, or as soon as it is available, so that a visit to a cached link waits for no
 * promise.
 */
export function whenReady<T, Next>(
  value: T | Promise<T>,
  next: (value: T) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
