import type { Actor } from "@/lib/auth/actor";
import { ownNames } from "@/lib/resources/ownership";

/** What the actor has of a kind, as a field or a filter offers it. */
export async function ownChoices(table: Parameters<typeof ownNames>[0], actor: Actor) {
  return (await ownNames(table, actor)).map(({ id, name }) => ({ value: String(id), label: name }));
}
