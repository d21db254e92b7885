import { randomInt } from "node:crypto";

/** More bytes than any password may have. */
const MOST_BYTES = 4_096;

/** The flag of commands that set a password. Others on the machine cannot see standard input. */
export const passwordOptions = { "password-stdin": { type: "boolean" } } as const;
export const passwordFlags = {
  "password-stdin": "Reads the password from standard input. By default a password is generated and printed.",
};

/** Returns the first line of standard input as the password, or undefined if one is to be generated. */
export async function givenPassword(values: Record<string, unknown>): Promise<string | undefined> {
  if (!values["password-stdin"]) return undefined;
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MOST_BYTES) throw new Error("The password is too long.");
  }
  return text.split(/\r?\n/)[0] ?? "";
}

/** Generates 16 characters in groups, without look-alikes: 79 bits. */
export function readablePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
