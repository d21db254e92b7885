import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const BROWSERS = 16;
/** A browser's user agent. Visits by a program would not count as clicks. */
const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PAUSE_MS = 15;
const RETRY_MS = 50;
const SILENT_MS = 10_000;

/** The outcomes of visits. */
export interface Visits {
  /** redirected with a complete 302, so the service must store them */
  answered: number;
  /** sent, but the connection broke; they may be stored or not */
  inFlight: number;
  /** got 503 or no connection; they must not be stored */
  turnedAway: number;
}

export interface Crowd {
  /** Resolves once this many visits were redirected. */
  answered(count: number): Promise<void>;
  /** Resolves once all visits were redirected. */
  done: Promise<Visits>;
}

/** Visits a link until `count` visits were redirected, over connections that are kept alive. */
export function visit(port: number, alias: string, count: number, signal: AbortSignal): Crowd {
  const visits: Visits = { answered: 0, inFlight: 0, turnedAway: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: BROWSERS });
  let waiting: { count: number; reached: () => void }[] = [];
  let left = count;

  async function browse(): Promise<void> {
    while (left > 0) {
      signal.throwIfAborted();
      left--;
      const end = await visitOnce(port, alias, agent);
      visits[end]++;
      if (end !== "answered") left++;
      for (const one of waiting.filter((other) => visits.answered >= other.count)) one.reached();
      waiting = waiting.filter((other) => visits.answered < other.count);
      await sleep(end === "answered" ? PAUSE_MS : RETRY_MS);
    }
  }

  const done = Promise.all(Array.from({ length: BROWSERS }, browse))
    .finally(() => agent.destroy())
    .then(() => visits);
  // Callers that await it get the error. Possibly no caller is waiting yet.
  done.catch(() => {});
  return {
    answered: (wanted) =>
      Promise.race([done.then(() => {}), new Promise<void>((reached) => waiting.push({ count: wanted, reached }))]),
    done,
  };
}

function visitOnce(port: number, alias: string, agent: Agent): Promise<keyof Visits> {
  return new Promise((end) => {
    const headers = { host: `localhost:${port}`, "user-agent": AGENT, accept: "text/html" };
    const request = get(
      { host: "127.0.0.1", port, path: `/${alias}`, headers, agent, timeout: SILENT_MS },
      (answer) => {
        answer.resume();
        answer.once("end", () => end(answer.statusCode === 302 ? "answered" : "turnedAway"));
        answer.once("error", () => end("inFlight"));
      },
    );
    request.once("timeout", () => request.destroy());
    request.once("error", ({ code }: NodeJS.ErrnoException) =>
      end(code === "ECONNREFUSED" ? "turnedAway" : "inFlight"),
    );
  });
}
