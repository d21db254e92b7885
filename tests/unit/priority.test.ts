import { spawn } from "node:child_process";
import { once } from "node:events";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { raiseOverTime, yieldSession } from "@/lib/platform/process/priority";
import { eventually } from "../support/wait";

const mayRaise = process.platform === "linux" && process.getuid?.() === 0;

test.skipIf(!mayRaise)(
  "work that has run long gets the usual priority back, with the processes that it started",
  async () => {
    const child = spawn("sh", ["-c", "sleep 60 & wait"], { detached: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      yieldSession(child.pid as number);
      expect(getPriority(child.pid)).toBe(10);
      timer = raiseOverTime(0, 50);
      await eventually(() => expect(getPriority(child.pid)).toBe(0));
    } finally {
      clearInterval(timer);
      process.kill(-(child.pid as number));
      await once(child, "exit");
    }
  },
);
