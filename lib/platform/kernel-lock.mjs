// Also used before any package is there: it imports none.
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";

const FLAGS = constants.O_RDWR | constants.O_CREAT;

/** macOS locks a file while it opens it: O_EXLOCK, which Node has no name for. */
const O_EXLOCK = 0x20;

/**
 * Locks a file, which is made when missing, for as long as what it returns is open here or in a process that inherited
 * it: the kernel ends the lock with the last of them, however they end. It is the file that is locked, wherever it is
 * seen from: processes in other containers, which share no pids, keep each other out, and a copy is another file.
 *
 * Node has no call for it. On Linux flock(1) locks the open file that it inherits from us, which then stays locked.
 *
 * @param {string} path
 * @returns {{ fd: number, state: "locked" | "held" | "unknown" }} `held`: by somebody else, and `fd` is closed.
 *   `unknown`: neither this machine nor the file's system has such locks; `fd` is open
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
 * Opens a file for `lockOpened`. Processes that inherit it hold the lock as well, also where they are started before.
 *
 * @param {string} path
 * @returns {number}
 */
export const openUnlocked = (path) => openSync(path, FLAGS, 0o600);

/**
 * Locks a file that is open, where flock(1) can; `fd` stays open.
 *
 * @param {number} fd
 * @returns {"locked" | "held" | "unknown"}
 */
export function lockOpened(fd) {
  const { status } = spawnSync("flock", ["-n", "3"], { stdio: ["ignore", "ignore", "ignore", fd] });
  if (status === 1) return "held";
  return status === 0 ? "locked" : "unknown";
}
