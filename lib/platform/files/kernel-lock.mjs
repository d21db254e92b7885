// Also used before packages are installed, so it imports none.
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";

const FLAGS = constants.O_RDWR | constants.O_CREAT;

/** macOS locks a file while opening it: O_EXLOCK, for which Node has no constant. */
const O_EXLOCK = 0x20;

/**
 * Locks a file, which is created if missing. The lock lasts as long as the returned descriptor is open here or in a
 * process that inherited it: the kernel releases it with the last of them, however they end. Because the file itself is
 * locked, it also excludes processes in other containers, which share no pids. A copy of the file is not locked.
 *
 * Node has no call for this. On Linux, flock(1) locks the open file that it inherits, which then stays locked.
 *
 * @param {string} path
 * @returns {{ fd: number, state: "locked" | "held" | "unknown" }} `held`: another process has the lock, and `fd` is
 * closed. `unknown`: this machine or file system has no such locks; `fd` is open
 */
export function lockFile(path) {
  if (process.platform === "darwin") {
    try {
      return { fd: openSync(path, FLAGS | constants.O_NONBLOCK | O_EXLOCK, 0o600), state: "locked" };
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EAGAIN") return { fd: -1, state: "held" };
      if (code !== "ENOTSUP" && code !== "EOPNOTSUPP") throw error;
    }
  }
  const fd = openUnlocked(path);
  const state = lockOpened(fd);
  if (state !== "held") return { fd, state };
  closeSync(fd);
  return { fd: -1, state };
}

/**
 * Opens a file for `lockOpened`. Processes that inherit it also hold the lock, even if they start before it is taken.
 *
 * @param {string} path
 * @returns {number}
 */
export const openUnlocked = (path) => openSync(path, FLAGS, 0o600);

/**
 * Locks an open file, if flock(1) is available. `fd` stays open.
 *
 * @param {number} fd
 * @returns {"locked" | "held" | "unknown"}
 */
export function lockOpened(fd) {
  const { status } = spawnSync("flock", ["-n", "3"], { stdio: ["ignore", "ignore", "ignore", fd] });
  if (status === 1) return "held";
  return status === 0 ? "locked" : "unknown";
}
