import type { Choice } from "@/components/ui/choice";
import type { Actor } from "@/lib/auth/actor";
import { withoutScheme } from "@/lib/contract/readable-url";
import { domainsToChoose } from "@/lib/resources/domains/default";
import { linkOrigin } from "@/lib/resources/links/short-url";
import { listOwnedNames } from "@/lib/resources/ownership";

/** The domains that the actor may use for links, as choices of a field, the default domain first. */
export async function domainChoices(actor: Actor): Promise<Choice[]> {
  const origins = (await domainsToChoose(actor)).map(linkOrigin);
  return origins.map((origin) => ({ value: origin, label: withoutScheme(origin) }));
}

/** The actor's resources of one kind, as choices of a field or filter. */
export async function listOwnedChoices(...[table, actor, noun]: Parameters<typeof listOwnedNames>) {
  return (await listOwnedNames(table, actor, noun)).map(({ id, name }) => ({ value: String(id), label: name }));
}
