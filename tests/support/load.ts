import { fork } from "node:child_process";
import { once } from "node:events";

/** The user agent of all visits: a person's browser. */
export const AGENT =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** The instructions for the process that generates the load. */
export interface LoadPlan {
  port: number;
  /** visited in this order, over and over */
  paths: string[];
  connections: number;
  /** milliseconds that each connection waits between two visits */
  pause: number;
}

export interface LoadReport {
  /** number of 302 answers by path */
  redirects: Record<string, number>;
  /** number of answers by status */
  statuses: Record<number, number>;
  /** visits that were sent and whose answer never came */
  inFlight: number;
  /** the longest wait for an answer, in milliseconds */
  longest: number;
}

export interface Load {
  /** Resolves when this many visits, from the start on, have been answered. */
  answered(count: number): Promise<void>;
  /** Resolves when every connection has ended, because the server is gone or after `stop`. */
  report: Promise<LoadReport>;
  /** Waits for the answer to each connection's last visit. */
  stop(): Promise<LoadReport>;
}

/** Starts to visit a server's short links, from another process. */
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
    // "disconnect" comes after the last message; "exit" may come before it.
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

/** Adds the reports of several loads. */
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
