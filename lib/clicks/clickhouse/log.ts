import type { ClickLog, LoggedClick, LoggedSubject } from "@/lib/clicks/store/click-store";
import { rowsOf } from "./client";

const columns: Record<LoggedSubject, string> = { link: "link_id", qr: "qr_code_id", bio: "bio_page_id" };

const texts = {
  robot: "robot",
  class: "class",
  country: "country",
  region: "region",
  city: "city",
  language: "language",
  referrer: "referrer",
  browser: "browser",
  os: "os",
  device: "device",
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  utmTerm: "utm_term",
  utmContent: "utm_content",
  rule: "rule",
  variant: "variant",
  bioBlock: "bio_block",
} as const;

type Text = keyof typeof texts;

type Row = Record<Text | "place", string> &
  Record<"id" | "seconds" | "ms" | "campaign" | "first" | "past" | "rules", number>;

/**
 * Reads the log from the table of clicks. A click that was sent twice or corrected may still have two rows. The later
 * row is the one that says that it is a bot's.
 */
export const clickhouseClickLog: ClickLog = {
  async clicksOn(subject, ids, limit, after) {
    const column = columns[subject];
    const named = Object.entries(texts).map(([name, text]) => `${text} as ${name}`);
    const rows = await rowsOf<Row>(
      `select ${column} as id, toUInt32(at) as seconds, ms, concat(toString(block), ':', toString(line)) as place,
         campaign_id as campaign, first, toFloat64(beyond) as past, ruleset as rules, ${named}
       from clicks where ${column} in (${ids}) ${after ? `and ${behind(column, after)}` : ""}
       order by ${column}, at desc, ms desc, block desc, line desc, robot desc
       limit 1 by ${column}, at, block, line limit ${limit}`,
    );
    return rows.map(({ id, seconds, ms, place, campaign, first, past, rules, ...row }) => ({
      id,
      at: new Date(seconds * 1_000 + ms),
      place,
      campaignId: campaign || null,
      unique: first === 1,
      beyond: past,
      ruleset: rules || null,
      ...(Object.fromEntries(Object.entries(row).map(([name, text]) => [name, text || null])) as Record<
        Text,
        string | null
      >),
    }));
  },
};

/** Returns the condition for clicks that come after a given one in the log. */
function behind(column: string, { id, at, place }: LoggedClick): string {
  const [block, line] = place.split(":");
  const moment = `toDateTime(${Math.floor(at.getTime() / 1_000)})`;
  const ms = at.getTime() % 1_000;
  return `(${column} > ${id} or at < ${moment} or (at = ${moment} and (ms < ${ms} or (ms = ${ms} and (block < ${block} or (block = ${block} and line < ${line}))))))`;
}
