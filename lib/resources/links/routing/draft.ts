import type { LinkType } from "@/generated/prisma/enums";
import type { Limited } from "@/lib/contract/link-state";
import { parseTimestamp } from "@/lib/contract/timestamp";
import { rulesOf } from "@/lib/resources/links/columns";
import { withParameters, writeQuery } from "@/lib/resources/links/parameters";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import type { UpdateLink } from "@/lib/resources/links/schema";
import { readDeepLink, readParameters, readRules } from "@/lib/resources/links/stored";
import type { Decided } from "./decide";
import { readyRules } from "./ready-rules";

/** Returns what decides for a link's visitors after these changes to one of the actor's links or to a new link. */
export function draftOf(present: LinkWithRelations | null, changes: UpdateLink): { link: Decided; row: Limited } {
  // `undefined` means that the field was not sent and its value stays; null means that it was cleared.
  const kept = <Sent, Kept>(sent: Sent | undefined, value: Kept | undefined, empty: Kept) =>
    sent === undefined ? (value ?? empty) : sent;
  const parameters = kept(changes.parameters, present && readParameters(present.parameters), []) ?? [];
  const before = readRules(present?.rules ?? []);
  const deepLink = kept(changes.deeplink, readDeepLink(present?.deepLink ?? null), null);
  const expiry = changes.expiry ? parseTimestamp(changes.expiry) : (changes.expiry as null | undefined);
  const expiresAt = kept(expiry, present?.expiresAt, null);
  const expiryUrl = kept(changes.expiryurl, present?.expiryUrl, null);
  const status = changes.status ?? present?.status ?? "public";
  return {
    row: {
      status,
      expiresAt,
      clickLimit: kept(changes.clicklimit, present?.clickLimit, null),
      clickLimitUsed: present?.clickLimitUsed ?? 0,
      disabled: present?.disabled ?? null,
    },
    link: {
      id: present?.id ?? 0,
      destination: withParameters(changes.url ?? present?.destination ?? "", parameters),
      addedQuery: writeQuery(parameters),
      forward: kept(changes.forward, present?.forward, null),
      status: changes.redirect ?? present?.redirectStatus ?? 302,
      off: status === "off",
      disabled: present?.disabled?.reason ?? null,
      expiresAt: expiresAt?.getTime() ?? null,
      expiryUrl: expiryUrl && withParameters(expiryUrl, []),
      passwordHash: kept(changes.password, present?.passwordHash, null),
      rules: readyRules(rulesOf(changes, before) ?? before, deepLink),
      opensApps: deepLink?.auto ?? false,
      type: (changes.type?.split("-")[0] as LinkType | undefined) ?? present?.type ?? "direct",
    },
  };
}
