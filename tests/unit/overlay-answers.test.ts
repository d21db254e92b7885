import { expect, it } from "vitest";
import type { RateLimiter } from "@/lib/platform/rate-limit";
import { startDatabase } from "../support/database";

await startDatabase();
const { findActorByKey } = await import("@/lib/auth/api-key");
const { peek } = await import("@/lib/platform/singleton");
const { listAnswers, takeAnswer } = await import("@/lib/resources/overlays/answers");
const { createOverlay } = await import("@/lib/resources/overlays/service");
const { createUser } = await import("@/lib/resources/users/service");

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
/** An answer from a network that has sent none. */
function answer(overlay: Overlay) {
  networks++;
  const visit = { at: Date.now(), userAgent: "", referrer: "", language: "", head: false, prefetch: false };
  const form = new URLSearchParams({ email: `reader${networks}@example.com` });
  return takeAnswer(overlay, 1, form, { ...visit, untracked: false, address: `203.0.${networks}.7` });
}

it("takes 5,000 answers an hour, however many networks they come from", async () => {
  const [overlay, other] = [await newsletter(), await newsletter()];
  expect(await answer(overlay)).toBe(true);
  const anywhere = peek<{ overlay: RateLimiter }>("overlayAnswerLimiters")?.overlay;
  await anywhere?.consume(String(overlay.id), 4_998);
  expect(await answer(overlay)).toBe(true);
  await expect(answer(overlay)).rejects.toMatchObject({
    kind: "rate_limited",
    message: "Too many answers were sent here. Please try again in an hour.",
  });
  expect(await answer(other)).toBe(true);
  expect((await listAnswers(owner, overlay.id, { page: 1, limit: 10 })).total).toBe(2);
});
