export interface Sending {
  method: string;
  url: string;
  key: string;
  body?: string;
}

export interface Answer {
  status: number;
  ms: number;
  /** the headers that are specific to this response */
  headers: [name: string, value: string][];
  /** the body, formatted if it is JSON */
  text: string;
  /** set if the body is not text */
  file?: Blob;
}

const shownHeaders = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "Allow",
];

/** Sends a request to this service with a key, without the user's cookies. */
export async function sendCall({ method, url, key, body }: Sending, signal: AbortSignal): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(url, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body,
    credentials: "omit",
    cache: "no-store",
    signal,
  });
  const isText = /^(text\/|application\/json)/.test(response.headers.get("content-type") ?? "");
  const file = isText ? undefined : await response.blob();
  const text = isText ? await response.text() : "";
  return {
    status: response.status,
    ms: Math.round(performance.now() - started),
    headers: shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    }),
    text: formatted(text),
    file,
  };
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
