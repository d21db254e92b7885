// npm run signpost <command>: what whoever runs the service does by hand. It ends with 0 where all is as it should be, with 1
// where it is not, and with 2 where it was not understood.
import { backup } from "./commands/backup";
import { type Command, Misunderstood } from "./commands/command";
import { createAdmin } from "./commands/create-admin";
import { drill } from "./commands/drill";
import { interpret } from "./commands/interpret";
import { move } from "./commands/move";
import { replayQuarantine } from "./commands/replay-quarantine";
import { resetPassword } from "./commands/reset-password";
import { restore } from "./commands/restore";
import { roots } from "./commands/roots";
import { rotateSecret } from "./commands/rotate-secret";
import { tryRules } from "./commands/try-rules";
import { verify } from "./commands/verify";
import { version } from "./commands/version";

const commands: Command[] = [
  backup,
  createAdmin,
  drill,
  move,
  replayQuarantine,
  resetPassword,
  restore,
  roots,
  rotateSecret,
  tryRules,
  verify,
  version,
];

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const asked = interpret(commands, args);
  if ("help" in asked) return say(process.stdout, asked.help, 0);
  if ("refusal" in asked) return say(process.stderr, asked.refusal, 2);
  const { command, values, json } = asked;
  try {
    const { ok, result, text } = await command.run(values);
    return say(process.stdout, json ? JSON.stringify(result, null, 2) : text, ok ? 0 : 1);
  } catch (error) {
    const { message } = error as Error;
    return say(
      process.stderr,
      json ? JSON.stringify({ error: message }) : `${command.name}: ${message}`,
      error instanceof Misunderstood ? 2 : 1,
    );
  }
}

function say(to: NodeJS.WriteStream, text: string, code: number): number {
  to.write(`${text}\n`);
  return code;
}
