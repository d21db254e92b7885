import type { Domain } from "@/generated/prisma/client";
import type { DomainStatus } from "@/generated/prisma/enums";
import { statement } from "@/lib/platform/database/statement";
import { presentBioPage } from "@/lib/resources/bio-pages/presenter";
import { type PresentedConversion, presentConversion } from "@/lib/resources/conversions/presenter";
import { presentDomain } from "@/lib/resources/domains/presenter";
import { parseCounts } from "@/lib/resources/imports/counts";
import type { ImportSource } from "@/lib/resources/imports/sources";
import type { Columns } from "@/lib/resources/links/history/fields";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import { presentAnswer, presentOverlay } from "@/lib/resources/overlays/presenter";
import { presentQrCode } from "@/lib/resources/qr-codes/presenter";
import type { testEvent } from "./events";
import type { Content } from "./payloads";
import { camelCased, type LinkState, linkOf, stateBefore } from "./state";

/** An event as it is stored in the outbox. */
export interface Event {
  type: string;
  /** its subject, such as `link:12` */
  key: string;
  at: Date;
  state: unknown;
  before: unknown;
}

/**
 * Returns the body that is sent for an event; null if the webhook does not want it after all, or if its subject no
 * longer exists.
 */
export async function bodyOf(event: Event, tagId: number | null): Promise<string | null> {
  const body = await contentOf(event, tagId);
  return body && JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), ...body });
}

async function contentOf({ type, key, state, before }: Event, tagId: number | null): Promise<Content | null> {
  const [subject, id] = key.split(":") as [string, string];
  if (type === "link.clicked" || type === "qr.scanned" || type === "bio.clicked")
    return visitsOf(subject, Number(id), state as Visits);
  if (state === null) return null;
  if (type === "conversion.created") return { data: conversionOf(state as Row) };
  if (type === "conversion.corrected") return correctedContent(state as Row, before as Row);
  if (subject === "link") return linkContent(type, state as LinkState, before as Columns | null, tagId);
  if (subject === "domain") return domainContent(state as Row & { status: DomainStatus });
  if (subject === "overlay") return answerContent(state as Answered);
  if (subject === "import") return importContent(state as FinishedImport);
  // Members, limits and tests are stored as they are sent: changes.ts, stored-deliveries.ts.
  return { data: state as Content<"member.added" | "member.removed" | "limit.near" | typeof testEvent>["data"] };
}

type Row = Record<string, unknown>;

/** Events of releases without corrections have rows without the last two columns. */
const conversionOf = (row: Row) =>
  presentConversion(camelCased<PresentedConversion>({ withdrawn: false, corrections: 0, ...row }));

const correctedContent = (row: Row, before: Row): Content<"conversion.corrected"> => ({
  data: conversionOf(row),
  previous: Object.fromEntries(Object.entries(before).filter(([name, value]) => value !== row[name])),
});

const domainContent = (row: Row & { status: DomainStatus }): Content<"domain.verified" | "domain.failed"> => ({
  data: { ...presentDomain(camelCased<Domain>(row)), status: row.status },
});

async function linkContent(
  type: string,
  state: LinkState,
  before: Columns | null,
  tagId: number | null,
): Promise<Content<LinkEvent> | null> {
  const isNew = type === "link.created" || type === "link.restored";
  if (isNew && tagId !== null && !state.tags.some(({ id }) => id === tagId)) return null;
  const data = presentLinkDetails(linkOf(state));
  if (type === "link.unreachable") return unreachableContent(data, state.unreachable);
  if (type === "split.decided" && state.split) return splitContent(data, state.split);
  if (isNew || type === "link.deleted" || !before) return { data };
  const past = Object.entries(presentLinkDetails(linkOf(await stateBefore(state, before))));
  const previous = past.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify((data as Row)[name]));
  return { data, previous: Object.fromEntries(previous) };
}

type LinkEvent = "link.created" | "link.unreachable" | "split.decided";
type LinkDetails = Content<"link.created">["data"];

const unreachableContent = (data: LinkDetails, check: LinkState["unreachable"]): Content<"link.unreachable"> => ({
  data: { ...data, unreachable: { status: check?.status ?? null, since: check?.failing_since ?? null } },
});

/** The figures of the test replace the link's setting `split`. */
const splitContent = (data: LinkDetails, split: SplitContent["data"]["split"]): SplitContent => ({
  data: { ...data, split },
});

type SplitContent = Content<"split.decided">;

const importContent = ({ id, file_name, source, counts }: FinishedImport): Content<"import.finished"> => ({
  data: { id, file: file_name, source, counts: parseCounts(counts) },
});

interface FinishedImport {
  id: number;
  file_name: string;
  source: ImportSource;
  counts: unknown;
}

interface Visits {
  clicks: Content<"bio.clicked">["data"]["clicks"];
}

/** Visits with the link, QR code or bio page in its present state. */
async function visitsOf(
  subject: string,
  id: number,
  { clicks }: Visits,
): Promise<Content<"link.clicked" | "qr.scanned" | "bio.clicked"> | null> {
  if (subject === "link") {
    const rows = await statement<{ state: LinkState | null }>("SELECT webhook_state('link', $1) AS state", [id]);
    const state = rows[0]?.state;
    return state ? { data: { link: presentLinkDetails(linkOf(state)), clicks } } : null;
  }
  const table = subject === "qr" ? "qr_codes" : "bio_pages";
  const rows = await statement<{ row: Row }>(`SELECT to_jsonb(own) AS row FROM ${table} AS own WHERE id = $1`, [id]);
  const [found] = rows;
  if (!found) return null;
  return subject === "qr"
    ? { data: { qr: presentQrCode(camelCased(found.row)), clicks } }
    : { data: { bio: presentBioPage(camelCased(found.row)), clicks } };
}

interface Answered {
  overlay: Row;
  answer: Row;
}

const answerContent = ({ overlay, answer }: Answered): Content<"overlay.answered"> => ({
  data: { overlay: presentOverlay(camelCased(overlay)), answer: presentAnswer(camelCased(answer)) },
});
