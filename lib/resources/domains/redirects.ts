import { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { refusedField } from "@/lib/contract/errors";
import { db } from "@/lib/platform/database/db";
import { assertNotBlocked } from "@/lib/platform/network/blocklist";
import { isLinkOfInstance } from "@/lib/resources/domains/instance-links";
import { requireOwnedId } from "@/lib/resources/ownership";
import { normalHost } from "./host";
import type { UpdateDomain } from "./schema";

export const redirectColumns = (input: UpdateDomain) => ({
  redirectRoot: input.redirectroot,
  redirect404: input.redirect404,
  rootBioPageId: input.rootbio,
  forward: input.forward,
  trackConversions: input.trackconversions,
  appLinks: input.applinks === null ? Prisma.DbNull : input.applinks,
  theme: input.theme === null ? Prisma.DbNull : input.theme,
});

/** Refuses redirects to the domain itself, to another branded domain, to a short link or to a blocked destination. */
export async function assertAllowedRedirects(input: UpdateDomain, ownHost: string): Promise<void> {
  await assertNotBlocked([
    ["redirectroot", input.redirectroot],
    ["redirect404", input.redirect404],
  ]);
  for (const path of ["redirectroot", "redirect404"] as const) {
    const text = input[path];
    if (!text) continue;
    const host = normalHost(new URL(text).host) ?? "";
    const branded =
      host === ownHost || (await db.domain.findFirst({ where: { host, userId: { not: null }, status: "active" } }));
    if (branded || (await isLinkOfInstance(text))) throw refusedField(path, "url_is_own_link");
  }
}

/** Refuses a root bio page that the actor does not own. */
export async function assertOwnRoot(actor: Actor, { rootbio }: UpdateDomain): Promise<void> {
  if (rootbio) await requireOwnedId(db.bioPage, actor, rootbio, "rootbio", "bio page");
}
