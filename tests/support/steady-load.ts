import { Agent, get } from "node:http";
import { AGENT } from "./load";

export interface SteadyReport {
  /** number of 302 answers */
  answered: number;
  /** failures by reason */
  failed: Record<string, number>;
  /** the longest time between two answers, in milliseconds */
  longestGap: number;
}

/**
 * Visits an address `perSecond` times a second, whether or not it answers: alternately over a new connection and over a
 * keep-alive one.
 */
export function startSteadyLoad(url: string, perSecond: number) {
  const report: SteadyReport = { answered: 0, failed: {}, longestGap: 0 };
  const keepAlive = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<void>>();
  let answeredAt = performance.now();
  let count = 0;

  async function visit(agent: Agent | false): Promise<void> {
    try {
      const status = await statusOf(url, agent);
      if (status !== 302) throw new Error(`status ${status}`);
      report.answered++;
      report.longestGap = Math.max(report.longestGap, performance.now() - answeredAt);
      answeredAt = performance.now();
    } catch (error) {
      const { message } = error as Error;
      report.failed[message] = (report.failed[message] ?? 0) + 1;
    }
  }

  const timer = setInterval(() => {
    const visited = visit(count++ % 2 === 0 && keepAlive).finally(() => underWay.delete(visited));
    underWay.add(visited);
  }, 1_000 / perSecond);
  return {
    async stop(): Promise<SteadyReport> {
      clearInterval(timer);
      await Promise.all(underWay);
      keepAlive.destroy();
      return report;
    },
  };
}

const statusOf = (url: string, agent: Agent | false) =>
  new Promise<number>((resolve, reject) => {
    get(url, { agent, headers: { "User-Agent": AGENT } }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    }).once("error", reject);
  });
