import { closeSync, mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { lockFile } from "../lib/platform/files/kernel-lock.mjs";

/** Waits until no other start builds in this clone. Returns a function that releases the lock. */
export async function lock() {
  mkdirSync(".build", { recursive: true });
  for (let announced = false; ; await sleep(200)) {
    const { fd, state } = lockFile(".build/lock");
    if (state !== "held") return () => closeSync(fd);
    if (!announced) console.log("Waiting for another start of this clone to finish building.");
    announced = true;
  }
}
