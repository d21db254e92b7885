import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { processSingleton } from "@/lib/platform/singleton";

/** Who makes a change, as the audit log records it (prisma/sql/audit.sql). */
export interface Author {
  /** shared by all changes of one request */
  request: string;
  /** a fixed name, never text from a user */
  operation: string;
  address: string | null;
  /** the log looks up the names of the person and of the administrator who is logged in as them */
  person?: number;
  admin?: number | null;
  key?: number | null;
}

export type Person = Pick<Author, "person" | "admin" | "key">;

/** Who acts in a transaction: one author, or who creates which link, by `linkKey`, if it works for several requests. */
type Acting = Readonly<Author> | { links: Record<string, Readonly<Author> | undefined> };

const storage = processSingleton("author", () => new AsyncLocalStorage<Acting | undefined>());

/**
 * Records everything that `work` changes as `operation`. Changes without an author, such as those of a sweep, are the
 * service's own.
 */
export async function authored<T>(
  {
    operation,
    address,
    request = randomUUID(),
    ...person
  }: { operation: string; address?: string; request?: string } & Person,
  work: () => Promise<T>,
): Promise<T> {
  const author: Author = { request, operation, address: address && isIP(address) ? address : null, ...person };
  return await storage.run(author, work);
}

/** A request ID made from a description of the work, for work in several parts or work that is logged only once. */
export const requestOf = (work: string) => createHash("sha256").update(work).digest("hex").slice(0, 32);

/** Sets the person in whose name everything that follows is done, once it is known. */
export function identify(person: Person): void {
  const author = currentAuthor();
  if (author) Object.assign(author, person);
}

export function currentAuthor(): Readonly<Author> | undefined {
  const acting = storage.getStore();
  return acting && "operation" in acting ? acting : undefined;
}

/** Runs `work` for others: the author of an earlier change that caused it, or those of several requests. */
export const actAs = <T>(acting: Acting | undefined, work: () => T): T => storage.run(acting, work);

/** The statement that tells the triggers who makes the changes that follow it in the transaction. */
export const SIGN = "SELECT FROM set_config('signpost.author', $1, true)";

/**
 * Returns the parameter of `SIGN`, or undefined if the service itself acts. A user's text cannot forge an author, because
 * it is only a value within the parameter.
 */
export function signature(): string | undefined {
  const acting = storage.getStore();
  return acting && JSON.stringify(acting);
}
