import { fork } from "node:child_process";
import { once } from "node:events";

/** A person's browser, in whose name everything is visited. */
export const AGENT =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** What the process that generates the load is told. */
export interface LoadPlan {
  port: number;
  /** visited in this order, again and again */
  paths: string[];
  connections: number;
  /** milliseconds that each connection waits between two visits */
  pause: number;
}

export interface LoadReport {
  /** answered with a 302, by path */
  redirects: Record<string, number>;
  /** how many answers had which status */
  statuses: Record<number, number>;
  /** visits that were sent and whose answer never came */
  inFlight: number;
  /** the longest wait for an answer, in milliseconds */
  longest: number;
}

export interface Load {
  /** Resolves when this many visits, from the start on, have been answered. */
  answered(count: number): Promise<void>;
  /** Resolves when every connection has ended: because the server is gone, or after `stop`. */
  report: Promise<LoadReport>;
  /** Lets each connection's last visit be answered. */
  stop(): Promise<LoadReport>;
}

/** Starts visiting a server's short links, from a process of its own. */
export function startLoad(server: { url: string }, plan: Partial<LoadPlan> & Pick<LoadPlan, "paths">): Load {
  const generator = fork(new URL("load-generator.ts", import.meta.url), { execArgv: ["--import", "tsx"] });
  const whole: LoadPlan = { port: Number(new URL(server.url).port), connections: 32, pause: 0, ...plan };
  generator.send(whole);
  let answers = 0;
  const report = new Promise<LoadReport>((done, fail) => {
    generator.on("message", (message: number | LoadReport) => {
      if (typeof message === "number") answers = message;
      else done(message);
    });
    // The channel ends after its last message; of "exit" that is not certain.
    generator.once("disconnect", () => fail(new Error("the load generator ended without a report")));
  });
  return {
    report,
    async answered(count) {
      while (answers < count) await Promise.race([once(generator, "message"), report]);
    },
    stop() {
      generator.send("stop");
      return report;
    },
  };
}

/** Reports of several loads as one. */
export function addReports(reports: LoadReport[]): LoadReport {
  const sum: LoadReport = { redirects: {}, statuses: {}, inFlight: 0, longest: 0 };
  for (const report of reports) {
    for (const [path, count] of Object.entries(report.redirects))
      sum.redirects[path] = (sum.redirects[path] ?? 0) + count;
    for (const [status, count] of Object.entries(report.statuses))
      sum.statuses[Number(status)] = (sum.statuses[Number(status)] ?? 0) + count;
    sum.inFlight += report.inFlight;
    sum.longest = Math.max(sum.longest, report.longest);
  }
  return sum;
}
