import pino from "pino";
import { expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log/log";

test("the log contains an error's message and origin", () => {
  const write = vi.spyOn(Reflect.get(log, pino.symbols.streamSym), "write").mockReturnValue(true);
  log.error({ error: new Error("the disk is full") }, "an action failed");
  log.error({ error: "in words" }, "another failed");
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines[0].error).toMatchObject({ message: "the disk is full", stack: expect.stringContaining("log.test.ts") });
  expect(lines[1].error).toBe("in words");
});
