import { domainOf } from "@/lib/domains/resolve";

/** Where visitors of a branded domain's bare address go; null where its owner has not said, or nobody can be asked. */
export async function rootOf(host: string): Promise<string | null> {
  // While the database is out of reach, the page can say so.
  const domain = await Promise.resolve(domainOf(host)).catch(() => null);
  return domain?.redirectRoot ?? null;
}
