import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, refusedField } from "@/lib/contract/errors";
import { describePicture, readLinkDesign } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { db } from "@/lib/platform/database/db";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { linkPayloadOf } from "@/lib/resources/links/short-url";
import { uploadCode } from "@/lib/resources/uploads/code";
import { publicImage } from "@/lib/resources/uploads/service";

/** Refuses a short URL that makes the link's designed code unreadable. The design was checked with the previous URL. */
export async function assertReadableAt(
  actor: Actor,
  before: LinkWithRelations,
  { alias = before.alias, domainId = before.domainId }: { alias?: string; domainId?: number },
): Promise<void> {
  authorize(actor, "links:write");
  const design = readLinkDesign(before.qrDesign);
  if (!design || (alias === before.alias && domainId === before.domainId)) return;
  const domain = await db.domain.findUniqueOrThrow({ where: { id: domainId } });
  const upload = design.logo && uploadCode(design.logo);
  const picture = describePicture(linkPayloadOf({ alias, domain }), design, upload ? await publicImage(upload) : null);
  await studio()
    .have("assertReadable", picture, actor)
    .catch((error) => {
      // If the picture could not be drawn at all, nothing is known about it.
      if (!(error instanceof AppError && error.fields)) throw error;
      throw refusedField(domainId === before.domainId ? "custom" : "domain", "link_qr_unreadable");
    });
}
