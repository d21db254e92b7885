import type { ClickSubjects, RecordedClick } from "./recorded-click";
import { type Mark, utmFields, utmFrom, type Visit } from "./visit";

/** What lines begin with. Those of the first version begin with the time of the visit. */
const VERSION = "2";
const FIELDS = 13;
/** Among the flags, where older instances overlook them. */
const MARKS: Record<Mark, string> = { embedded: "e", range: "r", signed: "s" };
const FIELDS_V1 = 10;
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/**
 * A click as one line of a journal: its fields between tabs, a newline at the end. Control characters, which no
 * header may hold, become spaces: so nothing that a visitor sends can end a field or a line.
 */
export function formatLine(visit: Visit, subjects: ClickSubjects): string {
  const { linkId = "", qrCodeId = "", campaignId = "", bioPageId = "", bioBlock = "" } = subjects;
  // In one field, which older instances keep as they find it.
  const rule = `${subjects.rule ?? ""}${subjects.variant ? `~${subjects.variant}` : ""}`;
  const { at, address, language, referrer, userAgent, utm } = visit;
  const ids = `${linkId}\t${qrCodeId}\t${campaignId}\t${bioPageId}\t${bioBlock}\t${rule}`;
  const mark = visit.mark ? MARKS[visit.mark] : "";
  const pressed = visit.pressed ? "b" : "";
  const flags = `${visit.head ? "h" : ""}${visit.prefetch ? "p" : ""}${visit.untracked ? "u" : ""}${pressed}${mark}${visit.headers ?? ""}`;
  const sent = `${clean(address)}\t${clean(language)}\t${clean(referrer)}\t${clean(userAgent)}`;
  const named = utm ? utmFields.map((field) => `\t${clean(utm[field] ?? "")}`).join("") : "";
  return `${VERSION}\t${at}\t${ids}\t${flags}\t${sent}${named}\n`;
}

/** The click of a line (without its newline), or null where the line is damaged. Reads all versions of lines. */
export function parseLine(line: string): RecordedClick | null {
  const fields = line.split("\t");
  if (fields[0] === VERSION) return parseFields(fields);
  return fields.length === FIELDS_V1 ? parseFields([VERSION, ...fields.slice(0, 5), "", "", ...fields.slice(5)]) : null;
}

function parseFields(fields: string[]): RecordedClick | null {
  if (fields.length !== FIELDS && fields.length !== FIELDS + utmFields.length) return null;
  const [, at, link, qr, campaign, bio, bioBlock, decided, flags, address, language, referrer, userAgent, ...utm] =
    fields as Fields;
  const linkId = parseId(link);
  const qrCodeId = parseId(qr);
  const campaignId = parseId(campaign);
  const bioPageId = parseId(bio);
  const time = Number(at);
  // Earlier is a torn number or a clock that was never set; later is no better, and beyond the dates of ClickHouse.
  if (!Number.isSafeInteger(time) || time < EARLIEST || time >= LATEST) return null;
  if (linkId === null || qrCodeId === null || campaignId === null || bioPageId === null) return null;
  const head = flags.includes("h");
  const prefetch = flags.includes("p");
  const untracked = flags.includes("u");
  const mark = (Object.keys(MARKS) as Mark[]).find((name) => flags.includes(MARKS[name]));
  const [rule, variant = ""] = decided.split("~");
  const headers = /\d{1,2}/.exec(flags)?.[0];
  return {
    visit: {
      at: time,
      address,
      userAgent,
      referrer,
      language,
      head,
      prefetch,
      mark,
      untracked,
      ...(flags.includes("b") && { pressed: true }),
      headers: headers === undefined ? undefined : Number(headers),
      utm: utm.length > 0 ? utmFrom((field) => utm[utmFields.indexOf(field)]) : undefined,
    },
    subjects: {
      ...{ linkId, qrCodeId, campaignId, bioPageId },
      bioBlock: bioBlock || undefined,
      rule: rule || undefined,
      variant: VARIANT.test(variant) ? variant : undefined,
    },
  };
}

type Ids = [version: string, at: string, link: string, qr: string, campaign: string, bio: string, block: string];
type Sent = [decided: string, flags: string, address: string, language: string, referrer: string, userAgent: string];
type Fields = [...Ids, ...Sent, ...utm: string[]];

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x1f\x7f]/g;

const clean = (value: string) => (CONTROL.test(value) ? value.replace(CONTROLS, " ") : value);

const VARIANT = /^(?=.{3,80}$)[a-z0-9]+(?:\.[a-z0-9]+)+$/;

/** An id of the database's `integer`; undefined for an empty field, null for anything else. */
function parseId(field: string): number | null | undefined {
  if (field === "") return undefined;
  const id = Number(field);
  return Number.isInteger(id) && id > 0 && id <= 0x7fffffff ? id : null;
}
