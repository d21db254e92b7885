import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, expect, it } from "vitest";
import { plainStyle } from "@/lib/drawing/look";
import { STOP_SIGNALS } from "@/lib/platform/process/stop-signals";
import { largeLogo } from "../support/large-logo";
import { eventually } from "../support/wait";

process.env.LOG_LEVEL = "silent";
const { Studio } = await import("@/lib/drawing/drawing-processes");

const ada = { userId: 1 };
const plain = { foreground: "rgb(0,0,0)", background: "rgb(255,255,255)", logo: null, ...plainStyle };
const order = (payload: string) => ({ picture: { ...plain, payload }, format: "png", pixels: 200 }) as const;

let studio: InstanceType<typeof Studio>;
afterEach(() => studio.close());

const scripted = (timeoutMs?: number) => new Studio(resolve("tests/support/studio-worker.mjs"), 1, timeoutMs);
const real = () => new Studio(resolve(".build/drawing-worker.js"), 1);

it("draws in a separate process, which is replaced if it died, hung or grew too large", async () => {
  studio = scripted(3_000);
  const draw = async (payload: string) => Buffer.from((await studio.have("draw", order(payload), ada)).file).toString();
  const first = await draw("fine");
  expect(first).not.toBe(`${process.pid}`);
  expect(await draw("fine")).toBe(first);
  const seen = new Set([first]);
  for (const payload of ["die", "hang", "grow"]) {
    const failed = draw(payload);
    const next = draw("fine");
    await expect(failed).rejects.toMatchObject({
      kind: "unavailable",
      message: "This image could not be created. Please try again, or choose a simpler design.",
    });
    seen.add(await next);
  }
  expect(seen.size).toBe(4);
});

it("reads large images in turn, and not for clients that left", async () => {
  studio = scripted(3_000);
  const first = studio.have("draw", order("hang"), ada).catch(() => "failed");
  let read = 0;
  const large = async () => {
    read++;
    return order("fine");
  };
  const leaving = new AbortController();
  const left = Array.from({ length: 5 }, () => studio.have("draw", large, ada, leaving.signal).catch(() => "left"));
  const staying = studio.have("draw", large, ada);
  leaving.abort();
  expect(await Promise.all(left)).toEqual(Array(5).fill("left"));
  expect(read).toBe(0);
  expect(await first).toBe("failed");
  await staying;
  expect(read).toBe(1);
});

it("keeps the visitors' thread idle while it draws and reads", async () => {
  studio = real();
  const logo = await largeLogo();
  await studio.have("draw", order("warm"), ada);
  const before = performance.eventLoopUtilization();
  const picture = { ...plain, payload: "https://example.com/q/abc2345", logo };
  await Promise.all([
    studio.have("draw", { picture, format: "pdf", pixels: 4000 }, ada),
    ...Array.from({ length: 4 }, () => studio.have("preview", picture, ada)),
  ]);
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});

// Other systems have one priority for all threads of a process.
it.runIf(process.platform === "linux")("draws with a low priority in all threads, and without secrets", async () => {
  process.env.APP_SECRET ??= "a secret of the service";
  // Another test file in this process may have started some, which stay for half a minute.
  const before = childrenOf(process.pid, "entry/process.js");
  studio = real();
  await studio.have("draw", { ...order("x"), picture: { ...plain, payload: "x", logo: await largeLogo() } }, ada);
  const [child, ...others] = childrenOf(process.pid, "entry/process.js").filter((pid) => !before.includes(pid));
  expect(others).toEqual([]);
  const priorities = readdirSync(`/proc/${child}/task`).map((thread) => Number(statOf(`${child}/task/${thread}`)[16]));
  expect(priorities.length).toBeGreaterThan(5);
  expect(new Set(priorities)).toEqual(new Set([10]));
  expect(readFileSync(`/proc/${child}/environ`, "latin1")).not.toContain("APP_SECRET");
});

it.runIf(process.platform === "linux")("ends with the service, but not by a signal to all processes", async () => {
  studio = scripted();
  const child = fork(".build/drawing-worker.js", { serialization: "advanced", env: { NODE_ENV: "production" } });
  const ended = once(child, "exit");
  // It handles signals by the time it has its priority.
  await eventually(() => expect(Number(statOf(`${child.pid}`)[16])).toBe(10));
  for (const signal of STOP_SIGNALS) child.kill(signal);
  await sleep(200);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  // This is what it sees when the service ends, in whatever way.
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

/** The fields of a process or thread after its name, from `state` on: proc_pid_stat(5). */
const statOf = (path: string) => {
  const stat = readFileSync(`/proc/${path}/stat`, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

/** The process IDs of a process's children with a word in their commands. */
const childrenOf = (parent: number, word: string) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(statOf(pid)[1]) === parent && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(word);
      } catch {
        // It has ended.
        return false;
      }
    });

it("gives the same reasons for errors as the process", async () => {
  studio = real();
  const picture = { ...plain, payload: "x", foreground: "rgb(255,255,0)" };
  await expect(studio.have("assertReadable", picture, ada)).rejects.toMatchObject({
    kind: "invalid",
    fields: [{ path: "foreground", message: expect.stringContaining("too similar") }],
  });
  const { refusal, png } = await studio.have("preview", picture, ada);
  expect(refusal?.path).toBe("foreground");
  expect((await sharp(png).metadata()).width).toBe(512);
});

it("rejects an image with few bytes and very many pixels without unpacking it", async () => {
  studio = real();
  const create = { width: 6000, height: 5000, channels: 3 as const, background: "red" };
  const bytes = await sharp({ create }).png().toBuffer();
  expect(bytes.length).toBeLessThan(1024 * 1024);
  const refused = studio.have("normalImage", { bytes, side: 512, path: "logo" }, ada);
  await expect(refused).rejects.toMatchObject({ kind: "invalid", fields: [{ path: "logo" }] });
  expect(await studio.have("cardImage", { bytes, width: 960, height: 504 }, ada)).toBeNull();
});

it("shrinks a large logo once, and does not change a small one", async () => {
  studio = real();
  const draw = (logo: Uint8Array) =>
    studio.have("draw", { ...order("x"), picture: { ...plain, payload: "x", logo } }, ada);
  const { smallerLogo, file } = await draw(await largeLogo());
  expect(await sharp(smallerLogo ?? undefined).metadata()).toMatchObject({ width: 512, height: 512, format: "png" });
  const again = await draw(smallerLogo ?? new Uint8Array());
  expect(again.smallerLogo).toBeNull();
  expect(Buffer.from(again.file).equals(file)).toBe(true);
});
