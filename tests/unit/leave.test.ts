import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";
import { deliverMails } from "../support/deliver-mails";
import { startSmtp } from "../support/smtp";
import { eventually } from "../support/wait";

const smtp = await startSmtp();
process.env.SMTP_URL = smtp.url;
await startDatabase();
const {
  scheduleAccountDeletion: leave,
  cancelAccountDeletion: stay,
  sweepLeaving,
} = await import("@/lib/resources/users/account-deletion");
const { setAdministrator } = await import("@/lib/resources/users/administrators");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { grantedPermissions: permissionsOf } = await import("@/lib/auth/permissions");
const { db } = await import("@/lib/platform/database/db");

let count = 0;
async function newActor(admin = false): Promise<Actor> {
  const username = `user-${++count}`;
  const input = { username, email: `${username}@example.com`, password: "quiet river stone", admin };
  return (await findActorByKey((await createUser(input)).apiKey)) as Actor;
}

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const present = async ({ userId }: Actor) => (await db.user.count({ where: { id: userId } })) === 1;
const mailsTo = async ({ email }: Actor) => {
  await deliverMails();
  return smtp.mails.filter(({ to }) => to.includes(email)).length;
};

describe("an account whose owner leaves", () => {
  it("stays for seven days with a mail, and is then deleted with its content", async () => {
    const ada = await newActor();
    await createLink(ada, { url: "https://example.com/" });
    const at = await leave(ada);
    expect(Math.round((at.getTime() - Date.now()) / DAY_MS)).toBe(7);
    await eventually(async () => expect(await mailsTo(ada)).toBe(1));
    // Asking again does not change the date or send another mail.
    expect(await leave(ada)).toEqual(at);
    expect(await sweepLeaving(inDays(6.9))).toBe(0);
    expect(await present(ada)).toBe(true);
    expect(await sweepLeaving(inDays(7.1))).toBe(1);
    expect(await present(ada)).toBe(false);
    expect(await db.link.count({ where: { userId: ada.userId } })).toBe(0);
    expect(await db.clickErasure.count()).toBe(1);
    await eventually(async () => expect(await mailsTo(ada)).toBe(2));
    expect(await sweepLeaving(inDays(7.1))).toBe(0);
  });

  it("stays if the owner changes their mind, also at the last moment", async () => {
    const ada = await newActor();
    await leave(ada);
    await stay(ada);
    expect(await sweepLeaving(inDays(8))).toBe(0);
    expect(await present(ada)).toBe(true);
  });

  it("is deleted once if several processes check at the same time", async () => {
    const ada = await newActor();
    await leave(ada);
    const gone = await Promise.all(Array.from({ length: 4 }, () => sweepLeaving(inDays(8))));
    expect(gone.reduce((sum, n) => sum + n, 0)).toBe(1);
    await eventually(async () => expect(await mailsTo(ada)).toBe(2));
  });

  it("cannot be left by members without the permission", async () => {
    const ada = await newActor();
    const limited = { ...ada, permissions: permissionsOf("admin") };
    await expect(leave(limited)).rejects.toMatchObject({ code: "permission_lacking" });
    await expect(stay(limited)).rejects.toMatchObject({ code: "permission_lacking" });
  });
});

describe("administrators", () => {
  it("can leave like others, except for the last one", async () => {
    const [ada, bob] = [await newActor(true), await newActor(true)];
    const results = await Promise.allSettled([leave(ada), leave(bob)]);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(refused).toEqual(["last_admin_stays"]);
    // The other owner has stepped down: now the account of the last one is due.
    const [left, other] = results[0]?.status === "fulfilled" ? [ada, bob] : [bob, ada];
    await setAdministrator(left, other.userId, false);
    expect(await sweepLeaving(inDays(8))).toBe(0);
    expect(await db.user.findUnique({ where: { id: left.userId } })).toMatchObject({ leavesAt: null });
  });
});
