import { beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";

await startDatabase();
const { readLimits } = await import("@/lib/resources/plans/quota");
const { seed } = await import("@/prisma/seed");
const { createPlan, deletePlan, listPlans, subscribe, updatePlan } = await import("@/lib/resources/plans/service");
const { createPlanBody, updatePlanBody } = await import("@/lib/resources/plans/schema");
const {
  getEntry,
  listDirectory,
  ownedBy,
  rotateUserKey: rotateKeyOf,
} = await import("@/lib/resources/users/directory");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { removeTwoFactor } = await import("@/lib/auth/two-factor");
const { parse } = await import("@/lib/contract/parse");
const { db } = await import("@/lib/platform/database/db");
const { planForm } = await import("@/components/admin/plan-form");

const formOf = ({ limits, ...plan }: Plan) => planForm({ ...plan, limits: readLimits(limits) });

let count = 0;
async function newActor(admin = false): Promise<{ actor: Actor; key: string }> {
  const username = `person-${++count}`;
  const input = { username, email: `${username}@example.com`, password: "quiet river stone", admin };
  const { apiKey } = await createUser(input);
  return { actor: (await findActorByKey(apiKey)) as Actor, key: apiKey };
}

let admin: Actor;
beforeAll(async () => {
  admin = (await newActor(true)).actor;
});

async function newPlan(values: object = {}) {
  const [free] = await listPlans(admin);
  if (!free) throw new Error("there is no plan");
  const { limits } = formOf(free);
  return createPlan(admin, parse(createPlanBody, { name: `Plan ${++count}`, limits, ...values }));
}

describe("a plan", () => {
  it("is created from its form: blanks are no limit, texts are numbers", async () => {
    const [free] = await listPlans(admin);
    const { limits } = formOf(free as NonNullable<typeof free>);
    const sent = { ...limits, links: "", clicks: "1000", retention: " 30 ", pixels: { enabled: "0", count: "" } };
    const plan = await newPlan({ pricemonthly: " 9.50", priceyearly: "", limits: sent });
    expect(plan).toMatchObject({ free: false, priceYearly: null });
    expect(Number(plan.priceMonthly)).toBe(9.5);
    expect(plan.limits).toMatchObject({
      links: null,
      clicks: 1000,
      retention: 30,
      pixels: { enabled: false, count: null },
    });
    expect(formOf(plan).limits).toEqual({ ...sent, retention: "30" });
  });

  it.each([
    [{ name: "" }, "name"],
    [{ pricemonthly: "cheap" }, "pricemonthly"],
    [{ pricemonthly: "9.505" }, "pricemonthly"],
    [{ pricemonthly: "-1" }, "pricemonthly"],
    [{ pricemonthly: "  " }, "pricemonthly"],
    [{ pricemonthly: "1e3" }, "pricemonthly"],
    [{ storagemb: "0" }, "storagemb"],
    [{ storagemb: "1000001" }, "storagemb"],
    [{ storagemb: "1.5" }, "storagemb"],
    [{ limits: { links: "0" } }, "limits.links"],
    [{ limits: { domain: { enabled: "1", count: "few" } } }, "limits.domain.count"],
  ])("is not created from %j", async (values, path) => {
    const { limits, ...rest } = values as { limits?: object };
    const [free] = await listPlans(admin);
    const form = formOf(free as NonNullable<typeof free>);
    const input = { name: "Refused", ...rest, limits: { ...form.limits, ...limits } };
    expect(() => parse(createPlanBody, input)).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path })] }),
    );
  });

  it("has a storage limit: 1024 MB by default", async () => {
    expect((await newPlan()).storageMb).toBe(1024);
    const plan = await newPlan({ storagemb: "64" });
    expect(formOf(plan).storagemb).toBe("64");
    expect((await updatePlan(admin, plan.id, parse(updatePlanBody, { storagemb: "1000000" }))).storageMb).toBe(
      1_000_000,
    );
    expect((await updatePlan(admin, plan.id, {})).storageMb).toBe(1_000_000);
  });

  it("needs a unique name", async () => {
    const { name } = await newPlan();
    const taken = { kind: "invalid", fields: [{ path: "name" }] };
    await expect(newPlan({ name })).rejects.toMatchObject(taken);
    const other = await newPlan();
    await expect(updatePlan(admin, other.id, { name })).rejects.toMatchObject(taken);
  });

  it("changes for all of its users at once", async () => {
    const plan = await newPlan();
    const { actor, key } = await newActor();
    await subscribe(admin, plan.id, actor.userId, { type: "lifetime" });
    const limits = { ...formOf(plan).limits, links: "7" };
    expect((await findActorByKey(key))?.plan.limits).not.toMatchObject({ links: 7 });
    await updatePlan(admin, plan.id, parse(updatePlanBody, { limits }));
    expect((await findActorByKey(key))?.plan.limits).toMatchObject({ links: 7 });
  });

  it("cannot be deleted while it has users, or if it is the only free one", async () => {
    const plan = await newPlan();
    const { actor } = await newActor();
    await subscribe(admin, plan.id, actor.userId, { type: "monthly" });
    await expect(deletePlan(admin, plan.id)).rejects.toThrow(
      "1 user is on this plan. Move them to another plan first.",
    );
    const other = await newPlan();
    await subscribe(admin, other.id, actor.userId, { type: "monthly" });
    await deletePlan(admin, plan.id);
    await expect(deletePlan(admin, plan.id)).rejects.toMatchObject({ kind: "not_found" });

    // It has no users, but new accounts need it.
    const [free] = await listPlans(admin);
    await db.user.updateMany({ data: { planId: other.id } });
    await expect(deletePlan(admin, (free as { id: number }).id)).rejects.toThrow("This is the only free plan");
    await newPlan({ free: true });
    await deletePlan(admin, (free as { id: number }).id);
    await seed();
    expect((await listPlans(admin)).map(({ name }) => name)).not.toContain("Free");
  });
});

describe("the directory", () => {
  it("finds users by e-mail, name, status and plan, and shows what would be deleted with them", async () => {
    const { actor, key } = await newActor();
    const page = { page: 1, limit: 20 };
    const ids = async (filter: object) => (await listDirectory(admin, filter, page)).rows.map(({ id }) => id);
    expect(await ids({ q: actor.email.toUpperCase() })).toEqual([actor.userId]);
    expect(await ids({ q: actor.username })).toContain(actor.userId);
    expect(await ids({ q: "%" })).toEqual([]);
    expect(await ids({ status: "admin" })).toEqual([admin.userId]);
    expect(await ids({ status: "free", q: actor.username })).toEqual([actor.userId]);
    expect(await ids({ planId: 999_999 })).toEqual([]);
    expect(await getEntry(admin, actor.userId)).toMatchObject({ links: 0, lastSeenAt: null, status: "free" });
    await db.twoFactor.create({ data: { userId: actor.userId, secret: Buffer.from("x"), enabledAt: new Date() } });
    expect(await getEntry(admin, actor.userId)).toMatchObject({ twoFactor: true });
    await removeTwoFactor(admin, actor.userId);
    expect(await getEntry(admin, actor.userId)).toMatchObject({ twoFactor: false });
    expect(await ownedBy(admin, actor.userId)).toMatchObject({ domains: 0, qrCodes: 0 });

    expect(await rotateKeyOf(admin, actor.userId)).toBeUndefined();
    expect(await findActorByKey(key)).toBeNull();
  });
});

it("requires an administrator for all of this", async () => {
  const { actor } = await newActor();
  const id = admin.userId;
  const refused = { kind: "forbidden" };
  expect(() => listPlans(actor)).toThrow("Only administrators can do this.");
  await expect(updatePlan(actor, 1, { name: "Mine" })).rejects.toMatchObject(refused);
  await expect(deletePlan(actor, 1)).rejects.toMatchObject(refused);
  await expect(listDirectory(actor, {}, { page: 1, limit: 1 })).rejects.toMatchObject(refused);
  await expect(ownedBy(actor, id)).rejects.toMatchObject(refused);
  await expect(rotateKeyOf(actor, id)).rejects.toMatchObject(refused);
  await expect(rotateKeyOf(actor, id)).rejects.toMatchObject(refused);
});
