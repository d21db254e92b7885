import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { peek, processSingleton } from "./singleton";

/** Who changes something, as the audit log has it (prisma/sql/audit.sql). */
export interface Author {
  /** what all changes of one request have in common */
  request: string;
  /** a fixed name: never what somebody wrote */
  operation: string;
  address: string | null;
  /** whose names the log looks up: the person, and the administrator who is signed in as them */
  person?: number;
  admin?: number | null;
  key?: number | null;
}

export type Person = Pick<Author, "person" | "admin" | "key">;

const storage = processSingleton("author", () => new AsyncLocalStorage<Author>());

/** All that `work` changes is `operation`'s. What nobody asked for, such as a sweep, runs without, and is the service's own. */
export async function authored<T>(
  {
    operation,
    address,
    request = randomUUID(),
    ...person
  }: { operation: string; address?: string; request?: string } & Person,
  work: () => Promise<T>,
): Promise<T> {
  // lib/http/async-contexts.ts, where server.ts runs: contexts stay on until the work is done, even if its client has gone.
  const release = peek<() => () => void>("holdContexts")?.();
  try {
    const author: Author = { request, operation, address: address && isIP(address) ? address : null, ...person };
    return await storage.run(author, work);
  } finally {
    release?.();
  }
}

/** The request of work that is done in several parts, or is told once, by what it is. */
export const requestOf = (work: string) => createHash("sha256").update(work).digest("hex").slice(0, 32);

/** Tells who it is, once that is known, in whose name all that follows is done. */
export function identify(person: Person): void {
  const author = storage.getStore();
  if (author) Object.assign(author, person);
}

export const currentAuthor = (): Readonly<Author> | undefined => storage.getStore();

/** A comment that tells the triggers who acts. Of numbers, fixed names and a checked address: nothing that anybody wrote. */
export function signature(): string {
  const author = storage.getStore();
  return author ? `/*audit:${JSON.stringify(author)}*/` : "";
}

// A function that is called by itself may write, too.
const writes = /^\s*(?:(?:insert|update|delete|with)\b|select \w+\()/i;

/** A statement that, where it writes, says at its end who acts. */
export const signed = (sql: string): string => (writes.test(sql) ? sql + signature() : sql);
