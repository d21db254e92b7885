import type { Domain } from "@/generated/prisma/client";
import { pool } from "@/lib/platform/pool";
import { presentBioPage } from "@/lib/resources/bio-pages/presenter";
import { type PresentedConversion, presentConversion } from "@/lib/resources/conversions/presenter";
import { presentDomain } from "@/lib/resources/domains/presenter";
import { countsOf } from "@/lib/resources/imports/counts";
import type { Columns } from "@/lib/resources/links/history/fields";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import { presentAnswer, presentOverlay } from "@/lib/resources/overlays/presenter";
import { presentQrCode } from "@/lib/resources/qr-codes/presenter";
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

interface Body {
  data: Record<string, unknown>;
  previous?: Record<string, unknown>;
}

/**
 * Returns the body that is sent for an event; null if the webhook does not want it after all, or if its subject no
 * longer exists.
 */
export async function bodyOf(event: Event, tagId: number | null): Promise<string | null> {
  const body = await contentOf(event, tagId);
  return body && JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), ...body });
}

async function contentOf({ type, key, state, before }: Event, tagId: number | null): Promise<Body | null> {
  const [subject, id] = key.split(":") as [string, string];
  if (type === "link.clicked" || type === "qr.scanned" || type === "bio.clicked")
    return visitsOf(subject, Number(id), state as Visits);
  if (state === null) return null;
  if (type === "conversion.created") return { data: presentConversion(camelCased<PresentedConversion>(state as Row)) };
  if (subject === "link") return linkContent(type, state as LinkState, before as Columns | null, tagId);
  if (subject === "domain")
    return { data: { ...presentDomain(camelCased<Domain>(state as Row)), status: (state as Row).status } };
  if (subject === "overlay") return { data: answerOf(state as Answered) };
  if (subject === "import") return { data: importOf(state as Row) };
  return { data: state as Row };
}

type Row = Record<string, unknown>;

async function linkContent(
  type: string,
  state: LinkState,
  before: Columns | null,
  tagId: number | null,
): Promise<Body | null> {
  const isNew = type === "link.created" || type === "link.restored";
  if (isNew && tagId !== null && !state.tags.some(({ id }) => id === tagId)) return null;
  const data: Row = presentLinkDetails(linkOf(state));
  if (type === "link.unreachable") data.unreachable = unreachableOf(state.unreachable);
  if (type === "split.decided") data.split = state.split;
  if (isNew || type === "link.deleted" || !before) return { data };
  const past: Row = presentLinkDetails(linkOf(await stateBefore(state, before)));
  const previous = Object.entries(past).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(data[name]));
  return { data, previous: Object.fromEntries(previous) };
}

const unreachableOf = (check: LinkState["unreachable"]) => ({
  status: check?.status ?? null,
  since: check?.failing_since ?? null,
});

const importOf = ({ id, file_name, source, counts }: Row) => ({
  id,
  file: file_name,
  source,
  counts: countsOf(counts),
});

interface Visits {
  clicks: Row[];
}

/** Visits with the link, QR code or bio page in its present state. */
async function visitsOf(subject: string, id: number, { clicks }: Visits): Promise<Body | null> {
  if (subject === "link") {
    const { rows } = await pool.query<{ state: LinkState | null }>("SELECT webhook_link($1) AS state", [id]);
    const state = rows[0]?.state;
    return state ? { data: { link: presentLinkDetails(linkOf(state)), clicks } } : null;
  }
  const table = subject === "qr" ? "qr_codes" : "bio_pages";
  const { rows } = await pool.query<{ row: Row }>(`SELECT to_jsonb(own) AS row FROM ${table} AS own WHERE id = $1`, [
    id,
  ]);
  const [found] = rows;
  if (!found) return null;
  const shown = subject === "qr" ? presentQrCode(camelCased(found.row)) : presentBioPage(camelCased(found.row));
  return { data: { [subject]: shown, clicks } };
}

interface Answered {
  overlay: Row;
  answer: Row;
}

const answerOf = ({ overlay, answer }: Answered) => ({
  overlay: presentOverlay(camelCased(overlay)),
  answer: presentAnswer(camelCased(answer)),
});
