import type { QrTemplate } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { refusedField } from "@/lib/contract/errors";
import type { Page } from "@/lib/contract/pagination";
import type { Versions } from "@/lib/contract/version";
import type { ChangedDesign, Design } from "@/lib/drawing/design";
import { describePicture, plainDesign, readTemplateDesign, redesigned } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { db } from "@/lib/platform/database/db";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, updateOwnedRow } from "@/lib/resources/ownership";
import { withinLimit } from "@/lib/resources/plans/quota";
import { saveLogo } from "./logo";
import { scanUrlOf } from "./payload";
import type { CreateTemplate, UpdateTemplate } from "./template-schema";

/** A template has no content, so its design is checked with content of a common length. */
const sample = "2222222";

export const listTemplates = (actor: Actor, page: Page) => listOwnedRows(actor, "QR template", page);

export const getTemplate = (actor: Actor, id: number) => getOwnedRow(actor, "QR template", id);

/** Returns the design of an input's `template`. Using a template needs no separate permission. */
export async function templateDesign(actor: Actor, id: number): Promise<Design> {
  const template = await db.qrTemplate.findFirst({ where: { id, userId: actor.userId } });
  if (!template) throw refusedField("template", "not_yours", { what: "QR template" });
  return readTemplateDesign(template.design);
}

/** Saves a design under a name, after checking that a code with it is readable. */
export async function createTemplate(actor: Actor, { name, ...sent }: CreateTemplate): Promise<QrTemplate> {
  authorize(actor, "qr:write");
  const design = await readableDesign(actor, plainDesign, sent);
  return withinLimit(actor, "qrTemplates", (tx) =>
    tx.qrTemplate.create({ data: { name, design, userId: actor.userId } }),
  );
}

/** Renames a template, or changes the parts of its design that are sent. */
export async function updateTemplate(actor: Actor, id: number, { name, ...sent }: UpdateTemplate, versions?: Versions) {
  authorize(actor, "qr:write");
  const before = readTemplateDesign((await getTemplate(actor, id)).design);
  const isSame = Object.values(sent).every((value) => value === undefined);
  const design = isSame ? undefined : await readableDesign(actor, before, sent);
  return updateOwnedRow(db.qrTemplate, actor, id, { name, design }, "QR template", versions);
}

export const deleteTemplate = (actor: Actor, id: number) => deleteOwnedRow(db.qrTemplate, actor, id, "QR template");

async function readableDesign(actor: Actor, before: Design, sent: ChangedDesign): Promise<Design> {
  const design = redesigned(before, sent);
  const requested = design.logo && (await saveLogo(actor, design.logo));
  // A logo that is left out replaces nothing.
  const logo = requested || (sent.logo && before.logo ? await saveLogo(actor, before.logo) : null);
  await studio().have("assertReadable", describePicture(scanUrlOf(sample), design, logo?.image ?? null), actor);
  return { ...design, logo: logo?.path ?? null };
}
