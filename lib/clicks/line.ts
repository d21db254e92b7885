import type { Visit } from "./visit";

/** What was visited. A link reached through its campaign's rotator names both. */
export interface ClickSubjects {
  linkId?: number;
  qrCodeId?: number;
  campaignId?: number;
  bioPageId?: number;
}

export interface RecordedClick {
  visit: Visit;
  subjects: ClickSubjects;
}

const FIELDS = 10;
const EARLIEST = Date.UTC(2000, 0);

/**
 * A click as one line of a journal: its fields between tabs, a newline at the end. Control characters, which no
 * header may hold, become spaces: so nothing that a visitor sends can end a field or a line.
 */
export function formatLine(visit: Visit, subjects: ClickSubjects): string {
  const flags = `${visit.head ? "h" : ""}${visit.prefetch ? "p" : ""}${visit.untracked ? "u" : ""}`;
  return `${visit.at}\t${subjects.linkId ?? ""}\t${subjects.qrCodeId ?? ""}\t${subjects.campaignId ?? ""}\t${
    subjects.bioPageId ?? ""
  }\t${flags}\t${clean(visit.address)}\t${clean(visit.language)}\t${clean(visit.referrer)}\t${clean(visit.userAgent)}\n`;
}

/** The click of a line (without its newline), or null where the line is damaged. */
export function parseLine(line: string): RecordedClick | null {
  const fields = line.split("\t");
  if (fields.length !== FIELDS) return null;
  const [at, link, qr, campaign, bio, flags, address, language, referrer, userAgent] = fields as Fields;
  const linkId = parseId(link);
  const qrCodeId = parseId(qr);
  const campaignId = parseId(campaign);
  const bioPageId = parseId(bio);
  const time = Number(at);
  // Earlier is a torn number or a clock that was never set.
  if (!Number.isSafeInteger(time) || time < EARLIEST) return null;
  if (linkId === null || qrCodeId === null || campaignId === null || bioPageId === null) return null;
  const head = flags.includes("h");
  const prefetch = flags.includes("p");
  const untracked = flags.includes("u");
  return {
    visit: { at: time, address, userAgent, referrer, language, head, prefetch, untracked },
    subjects: { linkId, qrCodeId, campaignId, bioPageId },
  };
}

type Fields = [string, string, string, string, string, string, string, string, string, string];

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x1f\x7f]/g;

const clean = (value: string) => (CONTROL.test(value) ? value.replace(CONTROLS, " ") : value);

/** An id of the database's `integer`; undefined for an empty field, null for anything else. */
function parseId(field: string): number | null | undefined {
  if (field === "") return undefined;
  const id = Number(field);
  return Number.isInteger(id) && id > 0 && id <= 0x7fffffff ? id : null;
}
