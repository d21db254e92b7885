import { flag, id, maxInteger, optional, timeZone } from "@/lib/contract/fields";
import { alias, destination, linkStatus } from "@/lib/contract/link-fields";
import { refusing, z } from "@/lib/contract/zod";
import { type ImportedSetting, importedSettings } from "@/lib/resources/links/fields";
import { createLinkBody } from "@/lib/resources/links/schema";
import { choosableFields, columnPrefix } from "./columns";
import { related } from "./related";

/** Far more than any link has, but small enough that thousands of them add up exactly. */
const mostClicks = 1_000_000_000_000;

const moment = () => z.iso.datetime();

/** Settings that only links from another Signpost have. */
const settings = createLinkBody.pick(
  Object.fromEntries(importedSettings.map((field) => [field, true])) as Record<ImportedSetting, true>,
);

/** A link of another service, in Signpost's terms. */
export const importedLink = z.object({
  url: destination(),
  alias: optional(alias()),
  title: z.string().max(255),
  description: z.string().max(1000),
  clicks: z.int().min(0).max(mostClicks, refusing("clicks_too_many")),
  createdAt: optional(moment()),
  expiresAt: optional(moment()),
  clickLimit: optional(z.int().min(1).max(maxInteger)),
  /** A link that is off does not redirect until its owner allows it. */
  status: linkStatus(),
  archived: z.boolean().optional(),
  settings: settings.optional(),
  /** the related things that are possible here */
  related: z.array(related).max(200).optional(),
  /** settings of the link that are not possible here */
  lost: z.array(z.string()).optional(),
  /** the alias to use if the user wants new ones, because the file's differs from an earlier one only in case */
  suffix: z.string().optional(),
  /** the same, because another link has the file's alias */
  numbered: z.string().optional(),
  /** the number of its entry in the file, if it differs from the row's */
  line: z.int().optional(),
  /** the entry itself, so that it can be read in another way before the import starts */
  entry: z.record(z.string(), z.unknown()).optional(),
});

export type ImportedLink = z.infer<typeof importedLink>;

/** How a file is read where several ways are possible. */
export const importReading = z.object({
  /** the time zone of dates without one */
  timeZone: timeZone(),
  /** `03/04/2026` is April 3, not March 4 */
  dayFirst: z.boolean(),
  /** the fields of columns that their names alone do not tell, chosen by the user or found, by their names in `FileEntry` */
  mapping: z.record(z.string(), z.enum([...choosableFields, "ignore"])),
});

export type Reading = z.infer<typeof importReading>;

export const usualReading: Reading = { timeZone: "UTC", dayFirst: false, mapping: {} };

/** How the file of an import was read. Used by the page of the import and for the next file with the same header. */
export const importColumns = z.object({
  header: z.string(),
  reading: importReading,
  columns: z.array(z.object({ name: z.string(), label: z.string(), field: z.string().nullable() })),
  dates: z.object({ assumed: z.boolean(), ambiguous: z.boolean() }),
  /** how many rows have a value that is not imported, by the names of columns in the file */
  unrecognized: z.array(z.object({ column: z.string(), rows: z.int() })).optional(),
  domainId: z.int().optional(),
});

export type ImportColumns = z.infer<typeof importColumns>;

/** How to read a file, and the domain for links whose own domain the actor does not have. */
export interface CheckHow {
  domainId?: number;
  /** as the user chose; otherwise like the last file with the same header */
  reading?: Reading;
  /** the header and columns of a file that is read again from its stored entries, which lack them */
  before?: Pick<ImportColumns, "header" | "columns">;
}

/**
 * What an import does with aliases that are taken: `skip` leaves their links out, `suffix` creates them with another
 * alias, and `overwrite` changes the account's own links and leaves the others out.
 */
export const takenChoices = ["skip", "suffix", "overwrite"] as const;
export type TakenChoice = (typeof takenChoices)[number];

export const startImportInput = z.object({ id: id(), taken: z.enum(takenChoices) });

const choice = z.enum([...choosableFields, "ignore"]);
const mostChosen = 200;

/** The form for how to read a file. A column without a choice is recognized by its name. */
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

/** What an import creates along with its links. */
export const createdEntity = z.object({ kind: z.enum(["campaign", "channel", "pixel", "tag"]), name: z.string() });

export type CreatedEntity = z.infer<typeof createdEntity>;
