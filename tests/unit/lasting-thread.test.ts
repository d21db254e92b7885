import { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { keepThread, type LastingThread } from "@/lib/platform/process/lasting-thread";
import { eventually } from "../support/wait";

let threads: Worker[] = [];
let kept: LastingThread;

/** Keeps threads that run `code`, and returns the messages that they send. */
function keep(code: string): unknown[] {
  const messages: unknown[] = [];
  threads = [];
  kept = keepThread(() => {
    const thread = new Worker(`const { parentPort } = require("node:worker_threads"); ${code}`, { eval: true });
    threads.push(thread);
    return thread.on("message", (message) => messages.push(message));
  }, "a thread of the test failed");
  return messages;
}
afterEach(() => kept.finish(0));

const HOUR = 3_600_000;
const waits = `parentPort.once("message", (message) => parentPort.postMessage(message))`;

it("asks the thread to finish, and waits until it has ended", async () => {
  const messages = keep(waits);
  await kept.finish(HOUR);
  expect([messages, threads.length]).toEqual([["finish"], 1]);
});

it.each([
  ["ends", "parentPort.postMessage('began')"],
  ["throws", "parentPort.postMessage('began'); throw new Error('broken')"],
  ["calls process.exit", "parentPort.postMessage('began'); setImmediate(() => process.exit(3))"],
])("starts another thread if one %s", async (_, code) => {
  const messages = keep(code);
  await eventually(() => expect(messages).toEqual(["began", "began"]));
});

it("finishes without waiting if the thread has ended, and starts no other", async () => {
  keep("process.exit()");
  await eventually(() => expect(threads[0]?.threadId).toBe(-1));
  await kept.finish(HOUR);
  expect(threads).toHaveLength(1);
});

it("ends a thread that does not finish in time", async () => {
  keep("setInterval(() => undefined, 1)");
  await kept.finish(1);
  expect(threads[0]?.threadId).toBe(-1);
});
