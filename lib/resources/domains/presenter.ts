import type { z } from "zod";
import type { Domain } from "@/generated/prisma/client";
import { storedJson } from "@/lib/platform/database/stored-json";
import { type AppLinks, appLinks, type DomainTheme, type domainItem, domainTheme } from "./schema";

const readAppLinks = storedJson<AppLinks | null>("domains.app_links", appLinks.nullable());
export const readTheme = storedJson<DomainTheme | null>("domains.theme", domainTheme.nullable());

export function presentDomain(domain: Domain): z.infer<typeof domainItem> {
  const { id, scheme, host, redirectRoot, redirect404, rootBioPageId, forward, trackConversions } = domain;
  return {
    id,
    domain: `${scheme}://${host}`,
    redirectroot: redirectRoot ?? "",
    redirect404: redirect404 ?? "",
    rootbio: rootBioPageId,
    forward,
    trackconversions: trackConversions,
    applinks: readAppLinks(domain.appLinks),
    theme: readTheme(domain.theme),
  };
}
