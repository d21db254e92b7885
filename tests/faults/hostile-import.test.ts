import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { hostileImport } from "../support/hostile-imports";
import { upload } from "../support/imports";
import { linkOwner } from "../support/links";
import { startServer, type TestServer } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const MB = 2 ** 20;

/** Memory, in MB, of a server, and of the helper processes that read files for it or for its pages process. */
function memory({ pid }: TestServer): { own: number; helpers: number } {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parentOf = (name: string) => Number(/^PPid:\s+(\d+)/m.exec(of(name, "status"))?.[1]);
  const children = processes.filter((name) => parentOf(name) === pid);
  const parents = new Set([pid, ...children.map(Number)]);
  const helpers = processes.filter(
    (name) => of(name, "cmdline").includes("transfer-worker") && parents.has(parentOf(name)),
  );
  const sum = (pids: (number | string)[]) =>
    pids.reduce<number>(
      (total, name) => total + Number(/^VmRSS:\s+(\d+)/m.exec(of(name, "status"))?.[1] ?? 0) / 1024,
      0,
    );
  return { own: sum([pid]), helpers: sum(helpers) };
}

/** Reads a file of a process in /proc. Empty when the process has ended. */
function of(pid: number | string, what: "status" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return "";
  }
}

test("visitors are answered while several large files are read, in bounded memory", async () => {
  const server = await startServer();
  try {
    const { shorturl } = await (await linkOwner(server)).create({ url: "https://example.com/" });
    const path = new URL(shorturl).pathname;
    await visit(server.url + path);
    const before = memory(server).own;
    const cookies = [];
    for (let n = 0; n < 2; n++) cookies.push(await sessionCookie(server, (await newUser(server)).id));
    // The first upload loads the modules that uploads need.
    expect((await upload(server, cookies[0] ?? "", "url\nhttps://example.com/\n")).status).toBe(303);
    const file = hostileImport(6 * MB);
    let reading = true;
    const started = performance.now();
    const answers = Promise.all(
      cookies.map(async (cookie) => (await upload(server, cookie, file, { name: "links.json" })).status),
    ).finally(() => {
      reading = false;
    });
    const waits: number[] = [];
    let most = { own: 0, helpers: 0 };
    while (reading) {
      const begun = performance.now();
      expect((await visit(server.url + path)).status).toBe(302);
      if (waits.push(performance.now() - begun) % 10 === 0) {
        const now = memory(server);
        most = { own: Math.max(most.own, now.own), helpers: Math.max(most.helpers, now.helpers) };
      }
      // The machine may be busy with other work.
      await sleep(10);
    }
    expect(await answers).toEqual([303, 303]);
    // If the files were parsed on the thread that answers visitors, each would delay visits far longer than this.
    const slow = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
    expect(slow).toBeLessThan((performance.now() - started) / 50);
    expect(waits.length).toBeGreaterThan(100);
    expect(most.helpers).toBeGreaterThan(0);
    expect(most.helpers).toBeLessThan(600);
    expect(most.own - before).toBeLessThan(300);
    await eventually(async () => {
      const imports = await sql(server, "SELECT status::text, busy_user_id FROM imports");
      expect(imports).toEqual(Array(3).fill({ status: "checked", busy_user_id: null }));
    }, 240_000);
  } finally {
    await server.stop();
  }
});
