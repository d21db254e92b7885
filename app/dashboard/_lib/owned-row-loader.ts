import { forbidden, notFound } from "next/navigation";
import { cache } from "react";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { AppError } from "@/lib/contract/errors";
import { id } from "@/lib/contract/fields";
import { getBioPage } from "@/lib/resources/bio-pages/service";
import { getCampaign } from "@/lib/resources/campaigns/service";
import { getChannel } from "@/lib/resources/channels/service";
import { getDomain } from "@/lib/resources/domains/service";
import { getForwarding } from "@/lib/resources/forwardings/service";
import { importState } from "@/lib/resources/imports/service";
import { getLink } from "@/lib/resources/links/service";
import { getOverlay } from "@/lib/resources/overlays/service";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { getQrCode } from "@/lib/resources/qr-codes/service";
import { getWebhook } from "@/lib/resources/webhooks/service";

/**
 * Returns a function from an id in a path to its row and the actor. It shows the not-found page if the id is invalid,
 * unknown or another user's, and the page with status 403 if the role lacks the permission.
 */
export const ownedRowLoader = <Row>(get: (actor: Actor, id: number) => Promise<Row>) =>
  cache(async (text: string) => {
    const actor = await requireActor();
    const parsed = id().safeParse(text);
    if (!parsed.success) notFound();
    const row = await get(actor, parsed.data).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === "not_found") notFound();
      if (error instanceof AppError && error.kind === "forbidden") forbidden();
      throw error;
    });
    return { actor, row };
  });

export const loadBioPage = ownedRowLoader(getBioPage);
export const loadCampaign = ownedRowLoader(getCampaign);
export const loadChannel = ownedRowLoader(getChannel);
export const loadDomain = ownedRowLoader(getDomain);
export const loadImport = ownedRowLoader(importState);
export const loadLink = ownedRowLoader(getLink);
export const loadOverlay = ownedRowLoader(getOverlay);
export const loadQrCode = ownedRowLoader(async (actor, id) => {
  const code = await getQrCode(actor, id);
  return { ...code, ...({ type: code.type, data: code.data } as QrContent) };
});
export const findForwarding = ownedRowLoader(getForwarding);
export const findWebhook = ownedRowLoader(getWebhook);
