import { ownNames } from "@/lib/resources/ownership";

/** What the actor has of a kind, as a field or a filter offers it. */
export async function ownChoices(...[table, actor, noun]: Parameters<typeof ownNames>) {
  return (await ownNames(table, actor, noun)).map(({ id, name }) => ({ value: String(id), label: name }));
}
