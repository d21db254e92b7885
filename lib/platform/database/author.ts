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

const storage = processSingleton("author", () => new AsyncLocalStorage<Author>());

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
  const author = storage.getStore();
  if (author) Object.assign(author, person);
}

export const currentAuthor = (): Readonly<Author> | undefined => storage.getStore();

/** A SQL comment. The triggers read who acts from it. It holds only numbers, fixed names and a checked address. */
export function signature(): string {
  const author = storage.getStore();
  return author ? `/*audit:${JSON.stringify(author)}*/` : "";
}
