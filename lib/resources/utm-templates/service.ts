import type { z } from "zod";
import type { UtmTemplate } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { authorizeResource } from "@/lib/auth/resource-names";
import { AppError, refusedField } from "@/lib/contract/errors";
import type { Page } from "@/lib/contract/pagination";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { Versions } from "@/lib/contract/version";
import { db, isUniqueViolation } from "@/lib/platform/database/db";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, updateOwnedRow } from "@/lib/resources/ownership";
import { withinLimit } from "@/lib/resources/plans/quota";
import { filledTemplate, utmNames } from "./fill";
import type { CreateUtmTemplate, UpdateUtmTemplate, utmTemplateItem } from "./schema";

const noun = "UTM template";

/** A page of the actor's templates, newest first; with `q`, only those whose name contains it. */
export const listUtmTemplates = (actor: Actor, page: Page, q = "") => listOwnedRows(actor, noun, page, { q });

/** All of the actor's templates, by name, for the editor of links. */
export async function offeredUtmTemplates(actor: Actor): Promise<UtmTemplate[]> {
  authorize(actor, "links:read");
  return db.utmTemplate.findMany({ where: { userId: actor.userId }, orderBy: { name: "asc" } });
}

export const getUtmTemplate = (actor: Actor, id: number) => getOwnedRow(actor, noun, id);

/** Returns a template's parameters for a link with this campaign and channel. */
export async function fillUtmTemplate(
  actor: Actor,
  id: number,
  { campaign, channel }: { campaign?: number; channel?: number },
) {
  if (campaign) authorizeResource("read", actor, "campaign");
  if (channel) authorizeResource("read", actor, "channel");
  const template = await getUtmTemplate(actor, id);
  return filledTemplate(template, {
    campaign: campaign ? await nameOf(db.campaign, actor, campaign, "campaign") : undefined,
    channel: channel ? await nameOf(db.channel, actor, channel, "channel") : undefined,
  });
}

interface NamedTable {
  findFirst(query: { where: { id: number; userId: number } }): PromiseLike<{ name: string } | null>;
}

async function nameOf(table: NamedTable, actor: Actor, id: number, what: "campaign" | "channel"): Promise<string> {
  const { userId } = actor;
  const row = await table.findFirst({ where: { id, userId } });
  if (!row) throw refusedField(what, "not_yours", { what });
  return row.name;
}

export const createUtmTemplate = (actor: Actor, input: CreateUtmTemplate): Promise<UtmTemplate> =>
  withinLimit(actor, "utmTemplates", (tx) => tx.utmTemplate.create({ data: { ...input, userId: actor.userId } })).catch(
    mapTaken,
  );

/** Changes the fields that are sent. Links that were created with the template stay as they are. */
export async function updateUtmTemplate(actor: Actor, id: number, input: UpdateUtmTemplate, versions?: Versions) {
  authorize(actor, "links:write");
  const after = { ...(await getUtmTemplate(actor, id)), ...sentOf(input) };
  if (utmNames.every((name) => after[name] === null)) throw new AppError("utm_template_empty");
  return updateOwnedRow(db.utmTemplate, actor, id, input, noun, versions).catch(mapTaken);
}

export const deleteUtmTemplate = (actor: Actor, id: number) => deleteOwnedRow(db.utmTemplate, actor, id, noun);

const sentOf = (input: UpdateUtmTemplate) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

function mapTaken(error: unknown): never {
  throw isUniqueViolation(error) ? refusedField("name", "utm_template_taken") : error;
}

export function presentUtmTemplate(template: UtmTemplate): z.infer<typeof utmTemplateItem> {
  const { id, name, source, medium, campaign, term, content, createdAt } = template;
  return { id, name, source, medium, campaign, term, content, date: formatTimestamp(createdAt) };
}
