import { hash, verify } from "@node-rs/argon2";

// OWASP's first recommendation for argon2id, which is the library's default algorithm.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An argon2id hash in its usual text form, with salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

let nobody: Promise<string> | undefined;

/** Whether the password fits. Without a hash (nobody has this e-mail) it is false after the same time. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword("nobody has this password");
  const fits = await verify(passwordHash ?? (await nobody), password);
  return fits && Boolean(passwordHash);
}
