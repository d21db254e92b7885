import { ownNames } from "@/lib/resources/ownership";

/** The actor's resources of one kind, as choices of a field or filter. */
export async function ownChoices(...[table, actor, noun]: Parameters<typeof ownNames>) {
  return (await ownNames(table, actor, noun)).map(({ id, name }) => ({ value: String(id), label: name }));
}
