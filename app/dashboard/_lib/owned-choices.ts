import { listOwnedNames } from "@/lib/resources/ownership";

/** The actor's resources of one kind, as choices of a field or filter. */
export async function listOwnedChoices(...[table, actor, noun]: Parameters<typeof listOwnedNames>) {
  return (await listOwnedNames(table, actor, noun)).map(({ id, name }) => ({ value: String(id), label: name }));
}
