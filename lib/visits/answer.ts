import type { RecordedClick } from "@/lib/clicks/recorded-click";

/** What a visitor is sent, whichever server sends it. The server adds the length of the body. */
export interface Answer {
  readonly status: number;
  /** names and values by turns */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
  /** what this visit counts for: kept in the journal before the answer is sent */
  readonly click?: RecordedClick;
}

/** An answer, at once where nothing has to be waited for; null where the request is for something else. */
export type Answering = Answer | null | Promise<Answer | null>;

/**
 * `to` is as a URL's `href` has it: a header holds no other characters. Permanent redirects are not to be kept either: a
 * browser that remembers one would leave later visits uncounted, and a change unseen.
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

/** For programs, wherever they run. */
export const jsonAnswer = (status: number, body: object): Answer => ({
  status,
  headers: jsonHeaders,
  body: JSON.stringify(body),
});

export function textAnswer(status: number, text: string, headers: string[] = []): Answer {
  return { status, headers: [...textHeaders, ...headers], body: text };
}
