import { expect, it } from "vitest";
import type { RateLimiter } from "@/lib/platform/limits/rate-limit";
import { startDatabase } from "../support/database";

await startDatabase();
const { findActorByKey } = await import("@/lib/auth/api-key");
const { peek } = await import("@/lib/platform/singleton");
const { listAnswers, takeAnswer } = await import("@/lib/resources/overlays/answers");
const { countOverlay, readOverlayCounts: overlayCountsOf } = await import("@/lib/resources/overlays/counts");
const { deleteOverlay } = await import("@/lib/resources/overlays/service");
const { db } = await import("@/lib/platform/database/db");
const { createOverlay } = await import("@/lib/resources/overlays/service");
const { createUser } = await import("@/lib/resources/users/service");
const { deferredJournal } = await import("@/lib/clicks/drain/deferred-journal");
const { provideJournal } = await import("@/lib/clicks/journal/journal");
const { storeLines, withClient } = await import("@/lib/clicks/drain/line-store");

// This journal confirms an event only after it is stored.
provideJournal(deferredJournal((recorded) => withClient((client) => storeLines(client, recorded))));

const who = { username: "owner", email: "owner@example.com", password: "a password of the tests", admin: true };
const owner = await findActorByKey((await createUser(who)).apiKey);
if (!owner) throw new Error("no actor");

type Overlay = Parameters<typeof takeAnswer>[0];
const newsletter = async (): Promise<Overlay> => {
  const content = { title: "News" };
  const { id } = await createOverlay(owner, { name: "News", type: "newsletter", content });
  return { id, type: "newsletter", content };
};

let networks = 0;
/** An answer from a network that has not sent one yet. */
function answer(overlay: Overlay) {
  networks++;
  const visit = { at: Date.now(), userAgent: "", referrer: "", language: "", head: false, prefetch: false };
  const form = new URLSearchParams({ email: `reader${networks}@example.com` });
  return takeAnswer(overlay, 1, form, { ...visit, untracked: false, address: `203.0.${networks}.7` });
}

it("accepts 5,000 answers an hour from any number of networks", async () => {
  const [overlay, other] = [await newsletter(), await newsletter()];
  expect(await answer(overlay)).toBe(true);
  const anywhere = peek<{ overlay: RateLimiter }>("overlayAnswerLimiters")?.overlay;
  await anywhere?.consume(String(overlay.id), 4_998);
  expect(await answer(overlay)).toBe(true);
  await expect(answer(overlay)).rejects.toMatchObject({
    kind: "rate_limited",
    message: "This form has received too many answers. Please try again in an hour.",
  });
  expect(await answer(other)).toBe(true);
  expect((await listAnswers(owner, overlay.id, { page: 1, limit: 10 })).total).toBe(2);
});

it("counts an overlay's impressions and answers in one row, for its owner, until it is deleted", async () => {
  const [overlay, other] = [await newsletter(), await newsletter()];
  const counted = async () => (await overlayCountsOf(owner, [overlay.id, other.id]))(overlay.id);
  expect(await counted()).toEqual({ impressions: 0, responses: 0, since: null });
  await Promise.all(Array.from({ length: 50 }, (_, n) => countOverlay(overlay.id, "impressions", `198.51.${n}.1`)));
  await answer(overlay);
  await answer(overlay);
  expect(await counted()).toMatchObject({ impressions: 50, responses: 2, since: expect.any(Date) });
  const stranger = { ...owner, userId: owner.userId + 1 };
  expect((await overlayCountsOf(stranger, [overlay.id]))(overlay.id).impressions).toBe(0);

  // Up to the column's maximum.
  await db.overlayCount.update({ where: { overlayId: overlay.id }, data: { impressions: 2_147_483_647 } });
  await countOverlay(overlay.id, "impressions", "198.51.100.1");
  expect((await counted()).impressions).toBe(2_147_483_647);
  await deleteOverlay(owner, overlay.id);
  // An event of a deleted overlay does not block others.
  await countOverlay(overlay.id, "impressions", "198.51.100.2");
  await countOverlay(other.id, "impressions", "198.51.100.2");
  expect(await db.overlayCount.findMany({ select: { overlayId: true, impressions: true } })).toEqual(
    expect.arrayContaining([{ overlayId: other.id, impressions: 1 }]),
  );
  expect(await db.overlayCount.count({ where: { overlayId: overlay.id } })).toBe(0);
});
