import { expect, test } from "vitest";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { writeClickLine } from "@/lib/clicks/clickhouse/block";
import { CLICK_COLUMNS } from "@/lib/clicks/clickhouse/tables";
import { clickLines } from "@/lib/clicks/postgres/store";
import { factsOf } from "@/lib/clicks/store/seal";
import { columnEntries } from "@/lib/clicks/store/stored-columns";

/** A click with a value in each column. */
const full: EnrichedClick = {
  at: Date.UTC(2026, 10, 21, 9, 30, 5, 77),
  subjects: [
    { subject: "link", id: 11, first: true },
    { subject: "qr", id: 12, first: false },
    { subject: "campaign", id: 13, first: false },
    { subject: "bio", id: 14, first: false },
  ],
  visitor: "-9007199254740993",
  mayForward: true,
  robot: "agent:x",
  class: "robot",
  ruleset: 4,
  country: "DE",
  region: "DE-BY",
  city: "Munich, DE-BY",
  language: "de",
  referrer: "a\\b.example",
  browser: "Firefox",
  os: "Linux",
  device: "Desktop",
  social: "network1",
  utm: { source: "news\tletter", medium: "mail", campaign: "spring", term: "shoes", content: "top" },
  rule: "rules.2",
  variant: "4fzyo8.1k9z2ab",
  firstOfVariant: true,
  devices: 33,
  bioBlock: "shop",
  beyond: 500,
  network: -7,
  agent: 8,
  id: 1_048_577,
  seal: "ffeeddccbbaa9988",
};

/** A click that has only what each click has. */
const bare: EnrichedClick = {
  ...full,
  ...{ subjects: [{ subject: "qr", id: 12, first: false }], visitor: null, robot: null, class: null, country: null },
  ...{ region: null, city: null, language: null, utm: undefined, rule: undefined, variant: undefined },
  ...{ firstOfVariant: false, devices: 0, bioBlock: undefined, beyond: 0, network: null, agent: null },
};

test("writes rows for Postgres as the last release did", () => {
  expect([...clickLines([full, bare])]).toEqual([
    "2026-11-21T09:30:05.077Z\t11\t12\t13\t14\t-9007199254740993\ttrue\tagent:x\tDE\tde\ta\\\\b.example\tFirefox\tLinux\tDesktop\tnews\\tletter\tmail\tspring\tshoes\ttop\trules.2\tshop\t500\trobot\t4\t4fzyo8.1k9z2ab\ttrue\t33\tDE-BY\tMunich, DE-BY\t-7\t8\t1048577\t\\\\xffeeddccbbaa9988\n",
    "2026-11-21T09:30:05.077Z\t\\N\t12\t\\N\t\\N\t\\N\tfalse\t\\N\t\\N\t\\N\ta\\\\b.example\tFirefox\tLinux\tDesktop\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t4\t\\N\t\\N\t0\t\\N\t\\N\t\\N\t\\N\t1048577\t\\\\xffeeddccbbaa9988\n",
  ]);
});

test("writes rows for ClickHouse with the same value in each column as the last release", () => {
  const names = CLICK_COLUMNS.map((column) => column.split(" ")[0]);
  const row = (click: EnrichedClick) => {
    const values = writeClickLine(click, "99", 6, 77).slice(0, -1).split("\t");
    return Object.fromEntries(names.map((name, place) => [name, values[place]]));
  };
  const always = { day: "2026-11-21", at: "1795253405", block: "99", line: "6", ms: "77", id: "1048577", ruleset: "4" };
  const agent = { browser: "Firefox", os: "Linux", device: "Desktop", referrer: "a\\\\b.example" };
  const every = { ...always, ...agent, seal: "18441921395520346504", qr_code_id: "12" };
  expect(row(full)).toEqual({
    ...every,
    ...{ link_id: "11", campaign_id: "13", bio_page_id: "14", visitor: "-9007199254740993", first: "1" },
    ...{ robot: "agent:x", country: "DE", language: "de", rule: "rules.2", bio_block: "shop", beyond: "500" },
    ...{
      utm_source: "news\\tletter",
      utm_medium: "mail",
      utm_campaign: "spring",
      utm_term: "shoes",
      utm_content: "top",
    },
    ...{ class: "robot", variant: "4fzyo8.1k9z2ab", variant_first: "1", devices: "33", region: "DE-BY" },
    ...{ city: "Munich, DE-BY", network: "-7", agent: "8" },
  });
  expect(row(bare)).toEqual({
    ...every,
    ...{ link_id: "0", campaign_id: "0", bio_page_id: "0", visitor: "0", first: "0", beyond: "0", devices: "0" },
    ...{ robot: "", country: "", language: "", rule: "", bio_block: "", class: "", variant: "", variant_first: "0" },
    ...{ utm_source: "", utm_medium: "", utm_campaign: "", utm_term: "", utm_content: "", region: "", city: "" },
    ...{ network: "0", agent: "0" },
  });
});

test("seals the same text as the last release", () => {
  expect([full, bare].map((click) => factsOf(click, click.at))).toEqual([
    "1795253405077\t11\t12\t13\t14\t-9007199254740993\tDE\tde\ta\\b.example\tFirefox\tLinux\tDesktop\tnews\tletter\tmail\tspring\tshoes\ttop\trules.2\tshop\t4fzyo8.1k9z2ab\t33\tDE-BY\tMunich, DE-BY",
    "1795253405077\t\t12\t\t\t\t\t\ta\\b.example\tFirefox\tLinux\tDesktop\t\t\t\t\t\t\t\t\t0\t\t",
  ]);
});

test("names the columns of corrections and exports as the last release did", async () => {
  expect(columnEntries.flatMap(([, { field }]) => field ?? [])).toEqual([
    ...["linkId", "qrCodeId", "campaignId", "bioPageId", "visitor", "unique", "country", "language", "referrer"],
    ...["browser", "os", "device", "source", "medium", "campaign", "term", "content", "rule", "bioBlock", "beyond"],
    ...["variant", "firstOfVariant", "devices", "region", "city", "network", "agent", "id"],
  ]);
  const { clickColumns } = await import("@/lib/resources/exports/parts");
  expect(clickColumns.join()).toBe(
    "date,type,id,address,campaign,unique,robot,country,language,referrer,browser,os,device,utm_source,utm_medium,utm_campaign,utm_term,utm_content,rule,block,locked,class,ruleset,variant,region,city",
  );
});
