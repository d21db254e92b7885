import { createAdmin, resetPassword } from "./accounts";
import { backup } from "./backup";
import type { Command } from "./command";
import { move } from "./move";
import { replayQuarantine } from "./replay-quarantine";
import { restore } from "./restore";
import { roots } from "./roots";
import { rotateSecret } from "./rotate-secret";
import { verify } from "./verify";
import { version } from "./version";

export const commands: Command[] = [
  backup,
  createAdmin,
  move,
  replayQuarantine,
  resetPassword,
  restore,
  roots,
  rotateSecret,
  verify,
  version,
];
