import { flag, id, maxInteger, optional } from "@/lib/contract/fields";
import { alias, destination } from "@/lib/contract/link-fields";
import { refusing, z } from "@/lib/contract/zod";
import { type ImportedSetting, importedSettings } from "@/lib/resources/links/fields";
import { createLinkBody } from "@/lib/resources/links/schema";
import { related } from "./related";

/** Far more than any link has; thousands of them still add up exactly. */
const mostClicks = 1_000_000_000_000;

const moment = () => z.iso.datetime();

/** What links of ours have, and those of other services do not. */
const settings = createLinkBody.pick(
  Object.fromEntries(importedSettings.map((field) => [field, true])) as Record<ImportedSetting, true>,
);

/** A link as another service had it, in our words. */
export const importedLink = z.object({
  url: destination(),
  alias: optional(alias()),
  title: z.string().max(255),
  description: z.string().max(1000),
  clicks: z.int().min(0).max(mostClicks, refusing("clicks_too_many")),
  createdAt: optional(moment()),
  expiresAt: optional(moment()),
  clickLimit: optional(z.int().min(1).max(maxInteger)),
  /** such a link answers nobody until its owner says so */
  private: z.boolean(),
  archived: z.boolean().optional(),
  settings: settings.optional(),
  /** what it goes with, as far as it can here */
  related: z.array(related).max(200).optional(),
  /** what it had and cannot have here */
  lost: z.array(z.string()).optional(),
});

export type ImportedLink = z.infer<typeof importedLink>;

/** Whether links with a taken alias get a random one; otherwise they are left out. */
export const startImportInput = z.object({ id: id(), rename: flag() });

export const importOutcomes = [
  "ready",
  "taken",
  "repeated",
  "present",
  "invalid",
  "created",
  "renamed",
  "left",
] as const;

export type ImportOutcome = (typeof importOutcomes)[number];

/** What an import makes along with its links. */
export const createdEntity = z.object({ kind: z.enum(["campaign", "channel", "pixel", "tag"]), name: z.string() });

export type CreatedEntity = z.infer<typeof createdEntity>;
