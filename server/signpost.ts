// npm run signpost <command>: the commands for operators. The exit code is 0 if everything is correct, 1 if something
// is wrong, and 2 if the command or its flags are invalid.
import { commands } from "./commands/all";
import { Misunderstood } from "./commands/command";
import { interpret } from "./commands/interpret";

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const invocation = interpret(commands, args);
  if ("help" in invocation) return say(process.stdout, invocation.help, 0);
  if ("refusal" in invocation) return say(process.stderr, invocation.refusal, 2);
  const { command, values, json } = invocation;
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
