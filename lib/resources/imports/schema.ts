import { flag, id, maxInteger, optional, timeZone } from "@/lib/contract/fields";
import { alias, destination } from "@/lib/contract/link-fields";
import { refusing, z } from "@/lib/contract/zod";
import { type ImportedSetting, importedSettings } from "@/lib/resources/links/fields";
import { createLinkBody } from "@/lib/resources/links/schema";
import { choosableFields, columnPrefix } from "./columns";
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
  /** its alias where a new one is wished: that of the file differs from an earlier one in case alone */
  suffix: z.string().optional(),
  /** which entry of the file it is of, where that is not the number of its row */
  line: z.int().optional(),
  /** the entry itself, so that it can be read in another way before the import is started */
  entry: z.record(z.string(), z.unknown()).optional(),
});

export type ImportedLink = z.infer<typeof importedLink>;

/** How a file is read where it can be read in several ways. */
export const importReading = z.object({
  /** of dates that name none */
  timeZone: timeZone(),
  /** `03/04/2026` is the third of April, and not the fourth of March */
  dayFirst: z.boolean(),
  /** what columns hold, by their names in `FileEntry`, where somebody has said it by hand */
  mapping: z.record(z.string(), z.enum([...choosableFields, "ignore"])),
});

export type Reading = z.infer<typeof importReading>;

export const usualReading: Reading = { timeZone: "UTC", dayFirst: false, mapping: {} };

/** How the file of an import was read, for whoever looks at it, and for the next file with the same header. */
export const importColumns = z.object({
  header: z.string(),
  reading: importReading,
  columns: z.array(z.object({ name: z.string(), label: z.string(), field: z.string().nullable() })),
  dates: z.object({ assumed: z.boolean(), ambiguous: z.boolean() }),
  domainId: z.int().optional(),
});

export type ImportColumns = z.infer<typeof importColumns>;

/** What is known before a file is read: where links go whose domain is none of the actor's, and how to read it. */
export interface CheckHow {
  domainId?: number;
  /** as somebody has said; else as the last file with the same header was read */
  reading?: Reading;
  /** of a file that is read again from its entries, which do not hold them */
  before?: Pick<ImportColumns, "header" | "columns">;
}

/** Whether links with a taken alias get a random one; otherwise they are left out. */
export const startImportInput = z.object({ id: id(), rename: flag() });

const choice = z.enum([...choosableFields, "ignore"]);
const mostChosen = 200;

/** The form in which somebody says how to read a file. A column that nothing is chosen for goes by its name. */
export const readAgainInput = z
  .looseObject({ id: id(), timezone: optional(timeZone()), dayfirst: optional(flag()) })
  .transform(({ id, timezone = "UTC", dayfirst = false, ...more }, context) => {
    const chosen = Object.entries(more).filter(([name, value]) => name.startsWith(columnPrefix) && value !== "");
    const mapping = chosen.map(([name, value]) => {
      const { data } = choice.safeParse(value);
      if (data === undefined || chosen.length > mostChosen)
        context.addIssue({ code: "custom", path: [name.slice(0, 80)], message: refusing("column_choice_unknown") });
      return [name.slice(columnPrefix.length), data ?? "ignore"] as const;
    });
    return { id, reading: { timeZone: timezone, dayFirst: dayfirst, mapping: Object.fromEntries(mapping) } };
  });

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
