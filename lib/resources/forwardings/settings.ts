import { refusedField } from "@/lib/contract/errors";
import type { ForwardingKind } from "@/lib/contract/forwarding-kinds";
import { assertTaken } from "@/lib/resources/webhooks/address";
import { kinds } from "./kinds/all";
import { placeholderNames } from "./kinds/placeholder-names";
import { hasFixedHost, isJsonTemplate, unknownPlaceholder } from "./kinds/url";

/** The settings of a forwarding, stored or sent. */
interface Settings {
  kind: ForwardingKind;
  url?: string;
  site?: string;
  body?: string;
  hasToken: boolean;
}

const siteExamples: Partial<Record<ForwardingKind, string>> = {
  ga4: "G-ABC123DEF4",
  matomo: "1",
  meta: "123456789012345",
  plausible: "example.com",
};

/** Refuses settings with which the service would reject every event. Returns the address. */
export function checkSettings({ kind, url, site, body, hasToken }: Settings): string {
  const { url: usual, site: pattern, token } = kinds[kind];
  const address = url ?? usual;
  if (!address) throw refusedField("url", "required");
  assertTaken(address);
  if (pattern && !site) throw refusedField("site", "required");
  if (pattern && !pattern.test(site ?? ""))
    throw refusedField("site", "forwarding_site_invalid", { example: siteExamples[kind] ?? "" });
  if (token === "required" && !hasToken) throw refusedField("token", "required");
  const unused = { site: !pattern && site, token: token === "none" && hasToken, body: kind !== "url" && body };
  for (const [field, isUnused] of Object.entries(unused))
    if (isUnused) throw refusedField(field, "forwarding_unused", { kind });
  if (kind === "url") checkTemplates(address, body);
  return address;
}

function checkTemplates(url: string, body: string | undefined): void {
  if (!hasFixedHost(url)) throw refusedField("url", "forwarding_host_changes");
  for (const [field, template] of Object.entries({ url, body })) {
    const name = template && unknownPlaceholder(template);
    if (name) throw refusedField(field, "forwarding_placeholder_unknown", { name, known: placeholderNames.join(", ") });
  }
  if (body && !isJsonTemplate(body)) throw refusedField("body", "forwarding_body_invalid");
}

/** Returns the part of a token that is shown. The end of a short token would reveal too much. */
export const shownEnd = (token: string) => (token ? `…${token.length < 12 ? "" : token.slice(-4)}` : "");
