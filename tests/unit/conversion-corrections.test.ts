import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";
import { clickLine, storeLines } from "../support/stored-clicks";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { authored } = await import("@/lib/platform/database/author");
const { withClient } = await import("@/lib/clicks/drain/line-store");
const { newClickId } = await import("@/lib/clicks/classify/click-id");
const { parse } = await import("@/lib/contract/parse");
const { addConversion } = await import("@/lib/resources/conversions/add");
const { correctConversion } = await import("@/lib/resources/conversions/service");
const { countConversions } = await import("@/lib/resources/conversions/service");
const { listCorrections, allConversions, allCorrections } = await import("@/lib/resources/conversions/service");
const { sweepConversions } = await import("@/lib/resources/conversions/service");
const { sweepAudit } = await import("@/lib/resources/audit/sweep");
const { createCampaign } = await import("@/lib/resources/campaigns/service");
const { exportLinks: linksOf } = await import("@/lib/resources/exports/parts");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { getLink } = await import("@/lib/resources/links/service");
const { linkWithStatistics } = await import("@/lib/resources/links/statistics/link-statistics");
const { splitOutcomes } = await import("@/lib/resources/links/statistics/split-conversions");
const { readyRules } = await import("@/lib/resources/links/routing/ready-rules");
const { readRules } = await import("@/lib/resources/links/stored");
const { readSharedFigures: figuresOf } = await import("@/lib/visits/shares/share");
const { shownFigures } = await import("@/app/dashboard/_lib/shown-figures");

const url = "https://example.com/";
const page = { limit: 15, page: 1 };
const split = ["https://a.example/", "https://b.example/"].map((to) => ({ to, weight: 1 }));

async function allOf<T>(found: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const one of found) all.push(one);
  return all;
}

let addresses = 0;

/** A link of its own account with a campaign, a tag, and ten visitors of each destination of its split. */
async function shop() {
  const actor = await proActor();
  const campaign = await createCampaign(actor, { name: "Spring" });
  const body = parse(createLinkBody, { url, split, campaign: campaign.id, tags: ["Poster"], trackconversions: true });
  const { id } = await createLink(actor, body);
  const [rule] = readyRules(readRules((await getLink(actor, id)).rules), null);
  const variants = typeof rule?.target === "string" ? [] : (rule?.target ?? []);
  const clicks = variants.flatMap(({ variant, name }) =>
    Array.from({ length: 10 }, () =>
      clickLine(
        { linkId: id, campaignId: campaign.id, rule: name, variant },
        { at: Date.now(), address: `9.0.0.${++addresses}` },
      ),
    ),
  );
  await withClient((client) => storeLines(client, clicks));
  return { actor, id, campaign: campaign.id, variants: variants.map(({ variant }) => variant) };
}
type Shop = Awaited<ReturnType<typeof shop>>;

const sell = ({ actor, id, campaign, variants }: Shop, place: number, externalid: string, amount: number) => {
  const variant = variants[place] ?? null;
  const clickid = newClickId({ linkId: id, campaignId: campaign, variant, at: Date.now(), agreed: false });
  return addConversion(actor, { clickid, event: "sale", amount, currency: "EUR", externalid });
};

/** Everything that shows figures of conversions. */
async function surfaces({ actor, id, campaign }: Shop) {
  const today = new Date().toISOString().slice(0, 10);
  const view = { period: { from: today, to: today }, zone: "UTC", filters: {} } as Parameters<typeof shownFigures>[1];
  const lines = await allOf(linksOf(actor));
  const { conversions, splits } = (await linkWithStatistics(actor, id)).statistics;
  const outcomes = await splitOutcomes(actor, await getLink(actor, id));
  const share = {
    id: 1,
    subject: "link",
    subjectId: id,
    limit: null,
    passwordHash: null,
    name: "",
    address: "",
  } as const;
  const unnamed = ({ variant, ...share }: { variant: string }) => share;
  return {
    figures: await Promise.all(
      [{}, { linkid: id }, { campaignid: campaign }, { tag: "poster" }, { linkid: id, from: today, to: today }].map(
        (query) => countConversions(actor, query),
      ),
    ),
    api: [conversions, splits?.map(({ shares, best, ...rest }) => [rest, best?.p, shares.map(unnamed)])],
    winner: outcomes.map((one) => [one.conversions.comparison, one.conversions.gain, one.conversions.conversions]),
    export: (lines as { conversions: number; revenue: object }[]).map((line) => [line.conversions, line.revenue]),
    pages: await Promise.all(
      [{ of: "link", id } as const, { of: "campaign", id: campaign } as const].map((scope) =>
        shownFigures(scope, view),
      ),
    ),
    shared: (await figuresOf(share, 7)).conversions,
  };
}

describe("figures", () => {
  let corrected: Shop;
  let right: Shop;
  beforeAll(async () => {
    corrected = await shop();
    right = await shop();
    for (let number = 0; number < 6; number++) {
      await sell(corrected, 0, `a-${number}`, 100 + number);
      await sell(right, 0, `a-${number}`, number === 2 ? 7 : 100 + number);
    }
    for (let number = 0; number < 8; number++) await sell(corrected, 1, `b-${number}`, 1_000);
    await sell(right, 1, "b-0", 1_000);
    // Afterwards both shops have the same conversions.
    await correctConversion(corrected.actor, { externalid: "a-2", amount: 7 });
    for (let number = 1; number < 8; number++)
      await correctConversion(corrected.actor, { externalid: `b-${number}`, withdrawn: true });
    await correctConversion(corrected.actor, { externalid: "b-0", withdrawn: true });
    await correctConversion(corrected.actor, { externalid: "b-0", withdrawn: false });
  });

  it("are on all surfaces as if the right values had been reported", async () => {
    const expected = await surfaces(right);
    expect(expected.figures[0]).toMatchObject({ data: { count: 7, revenue: { EUR: 1_520 } } });
    expect(expected.shared).toMatchObject({ count: 7 });
    expect(await surfaces(corrected)).toEqual(expected);
  });

  it("agree with the record", async () => {
    const conversions = (await allOf(allConversions(corrected.actor))).flat();
    const corrections = (await allOf(allCorrections(corrected.actor))).flat();
    expect(corrections).toHaveLength(10);
    for (const { id, amount, withdrawn, corrections: count } of conversions) {
      const own = corrections.filter(({ conversionId }) => Number(conversionId) === id);
      expect(own).toHaveLength(count);
      if (own.length > 0) expect(own.at(-1)).toMatchObject({ amountAfter: amount, withdrawnAfter: withdrawn });
    }
    expect(conversions.filter(({ withdrawn }) => withdrawn)).toHaveLength(7);
  });

  it("do not count a link whose conversions are all withdrawn", async () => {
    const empty = await shop();
    await sell(empty, 0, "only", 5);
    await correctConversion(empty.actor, { externalid: "only", withdrawn: true });
    expect(await surfaces(empty)).toEqual(await surfaces(await shop()));
  });

  it("are read from the view that leaves out withdrawn conversions", () => {
    // These store, list, correct, move and delete conversions.
    const whole = [
      "lib/resources/audit/service.ts",
      "lib/resources/conversions/add.ts",
      "lib/resources/conversions/service.ts",
      "lib/resources/ownership-transfers/accept.ts",
      "lib/resources/webhooks/forwarded-events.ts",
    ];
    const found = ["app", "components", "lib", "server"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name}`)
        .filter((file) => /\b(from|join)\s+conversions\b/i.test(readFileSync(file, "utf8"))),
    );
    expect(found.filter((file) => !whole.includes(file))).toEqual([]);
  });
});

describe("the record", () => {
  const sold = async (externalid = "order-1") => {
    const owner = await shop();
    await sell(owner, 0, externalid, 4_900);
    return owner;
  };
  const by = <T>({ userId }: Actor, work: () => Promise<T>) =>
    authored({ operation: "PUT /api/conversion/update", address: "192.0.2.7", person: userId }, work);
  const linesOf = async (actor: Actor) => (await listCorrections(actor, {}, page)).rows;

  it("has a line for each correction, and so has the audit log", async () => {
    const { actor } = await sold();
    await by(actor, () => correctConversion(actor, { externalid: "order-1", amount: 3_900 }));
    await by(actor, () => correctConversion(actor, { externalid: "order-1", amount: 0, withdrawn: true }));
    expect(await linesOf(actor)).toMatchObject([
      { amountBefore: 3_900n, amountAfter: 0n, withdrawnBefore: false, withdrawnAfter: true, person: actor.username },
      { amountBefore: 4_900n, amountAfter: 3_900n, withdrawnBefore: false, withdrawnAfter: false },
    ]);
    const { rows } = await pool.query(
      `SELECT person, address, before, after FROM audit_entries JOIN audit_changes ON entry_id = id
       WHERE user_id = $1 AND subject = 'conversion' ORDER BY id`,
      [actor.userId],
    );
    const who = { person: actor.username, address: "192.0.2.7" };
    expect(rows).toEqual([
      { ...who, before: { amount: 4_900 }, after: { amount: 3_900 } },
      { ...who, before: { amount: 3_900, withdrawn: false }, after: { amount: 0, withdrawn: true } },
    ]);
  });

  it("stays as long as the conversion, also if the audit log is shorter", async () => {
    const { actor } = await sold();
    await by(actor, () => correctConversion(actor, { externalid: "order-1", amount: 1 }));
    await pool.query("UPDATE audit_entries SET at = now() - interval '2 years' WHERE user_id = $1", [actor.userId]);
    await pool.query("UPDATE conversions SET at = now() - interval '2 years' WHERE user_id = $1", [actor.userId]);
    await sweepAudit();
    await sweepConversions();
    expect(await linesOf(actor)).toHaveLength(1);
    await pool.query("UPDATE conversions SET at = now() - interval '4 years' WHERE user_id = $1", [actor.userId]);
    await sweepConversions();
    const { rows } = await pool.query("SELECT FROM conversion_corrections WHERE user_id = $1", [actor.userId]);
    expect(rows).toEqual([]);
  });

  it("has all of several corrections at once, each with the values that the one before left", async () => {
    const { actor } = await sold();
    const amounts = Array.from({ length: 20 }, (_, index) => index + 1);
    // Two requests with the same amount are one correction.
    const answers = await Promise.all(
      [...amounts, ...amounts].map((amount) => correctConversion(actor, { externalid: "order-1", amount })),
    );
    const made = answers.filter(({ status }) => status === "corrected").length;
    const lines = (await allOf(allCorrections(actor))).flat();
    expect(lines).toHaveLength(made);
    expect(lines.map(({ amountBefore }) => amountBefore)).toEqual([
      4_900n,
      ...lines.slice(0, -1).map(({ amountAfter }) => amountAfter),
    ]);
    const [conversion] = (await allOf(allConversions(actor))).flat();
    expect(conversion).toMatchObject({ amount: lines.at(-1)?.amountAfter, corrections: made });
  });

  it("works for IDs that are larger than those of the audit log", async () => {
    const { actor } = await sold();
    await pool.query("UPDATE conversions SET id = 3000000000 WHERE user_id = $1", [actor.userId]);
    const answer = await by(actor, () => correctConversion(actor, { externalid: "order-1", amount: 1 }));
    expect(answer).toEqual({ id: 3_000_000_000, status: "corrected" });
    expect(await linesOf(actor)).toMatchObject([{ conversionId: 3_000_000_000n }]);
  });

  it("refuses what cannot be corrected, and records nothing", async () => {
    const owner = await sold();
    const { actor } = owner;
    const other = await sold("order-2");
    const clickid = newClickId({ linkId: owner.id, campaignId: null, variant: null, at: Date.now(), agreed: false });
    await addConversion(actor, { clickid, event: "lead", externalid: "lead-1" });
    const refusal = (code: string, path: string) => ({ code, fields: [{ path }] });
    for (const [input, code, path] of [
      [{ externalid: "order-2", amount: 1 }, "conversion_unknown", "externalid"],
      [{ externalid: "order-1", amount: 1, currency: "USD" }, "conversion_currency_differs", "currency"],
      [{ externalid: "lead-1", amount: 1 }, "conversion_without_amount", "amount"],
      [{ externalid: "lead-1", amount: 1, currency: "EUR" }, "conversion_without_amount", "amount"],
    ] as const)
      await expect(correctConversion(actor, input)).rejects.toMatchObject(refusal(code, path));
    expect(await linesOf(actor)).toEqual([]);
    expect(await linesOf(other.actor)).toEqual([]);
    // A conversion without an amount can still be withdrawn.
    expect(await correctConversion(actor, { externalid: "lead-1", withdrawn: true })).toMatchObject({
      status: "corrected",
    });
  });
});
