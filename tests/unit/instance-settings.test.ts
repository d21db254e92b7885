import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { measureContrast } from "@/lib/contract/colors";
import { startDatabase } from "../support/database";
import { deliverMails } from "../support/deliver-mails";
import { proActor } from "../support/pro-actor";
import { startSmtp } from "../support/smtp";

await startDatabase();
const { seed } = await import("@/prisma/seed");
await seed();
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { Lines } = await import("@/lib/platform/database/statement");
const { announce } = await import("@/lib/platform/database/changes");
const { listenForChanges } = await import("@/lib/platform/database/changes");
const { instanceSettings, isRegistrationOpen, latestInstanceSettings } = await import(
  "@/lib/platform/cache/instance-settings"
);
const { env } = await import("@/lib/platform/env");
const { sendMail } = await import("@/lib/platform/mail/mail");
const { mailWords, serviceName } = await import("@/lib/platform/mail/mail-words");
const { parse } = await import("@/lib/contract/parse");
const { updateInstanceSettingsBody } = await import("@/lib/instance/settings-schema");
const { getInstanceSettings, updateInstanceSettings } = await import("@/lib/instance/settings");
const { beginRegistration } = await import("@/lib/resources/account/registration");
const { publicImage, saveImage } = await import("@/lib/resources/uploads/service");
const { uploadCode } = await import("@/lib/resources/uploads/code");
const { deleteUser } = await import("@/lib/resources/users/delete");
const { missing } = await import("@/lib/visits/pages/notices");
const { accentStyle } = await import("@/components/ui/document");

const admin = await proActor({ admin: true });
const change = async (input: object) => updateInstanceSettings(admin, parse(updateInstanceSettingsBody, input));
const request = { headers: { host: "go.example" } };
const picture = async () =>
  saveImage(
    admin,
    await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c81e1e" } })
      .png()
      .toBuffer(),
    "logo",
  );

describe("the instance's settings", () => {
  it("are those of Signpost at first", async () => {
    expect(await instanceSettings()).toMatchObject({ name: "Signpost", logo: null, landingPage: true, docsPage: true });
    expect(mailWords("en")("invitation.subject", { service: serviceName() })).toBe("You are invited to Signpost");
  });

  it("are shown in mails and on visitors' pages, and can be reset", async () => {
    await change({ name: " Acme <&> Co ", color: "#BE4BDB" });
    await vi.waitFor(() => expect(latestInstanceSettings().name).toBe("Acme <&> Co"));
    expect(mailWords("de")("invitation.subject", { service: serviceName() })).toBe("Du bist zu Acme <&> Co eingeladen");
    const page = String(missing(null, request).body);
    expect(page).toContain("Acme &lt;&amp;&gt; Co</header>");
    expect(page).toContain("--accent:#BE4BDB");
    await change({ name: null, color: null });
    expect(await instanceSettings()).toMatchObject({ name: "Signpost", color: null });
  });

  it("name the sender of mails", async () => {
    const smtp = await startSmtp();
    Object.assign(env, { SMTP_URL: smtp.url, MAIL_FROM: "Links <links@example.com>" });
    await change({ name: 'Acme, "Links"' });
    await sendMail({ to: "ada@example.com", locale: "en", subject: "Hello", blocks: [] });
    await deliverMails();
    await change({ name: null });
    await sendMail({ to: "ada@example.com", locale: "en", subject: "Hello", blocks: [] });
    await deliverMails();
    Object.assign(env, { SMTP_URL: undefined });
    await smtp.close();
    expect(smtp.mails.map(({ from, text }) => [from, /^From: (.*?)\r?$/m.exec(text)?.[1]])).toEqual([
      ["links@example.com", '"Acme, \\"Links\\"" <links@example.com>'],
      ["links@example.com", "Links <links@example.com>"],
    ]);
  });

  it("are read again when another process has changed them", async () => {
    const changes = listenForChanges();
    try {
      await vi.waitFor(async () => {
        await pool.query("UPDATE instance_settings SET name = 'Elsewhere'");
        expect(latestInstanceSettings().name).toBe("Elsewhere");
      });
      await pool.query("UPDATE instance_settings SET name = NULL");
      await vi.waitFor(() => expect(latestInstanceSettings().name).toBe("Signpost"));
    } finally {
      await changes.stop();
    }
  });

  it.each([
    ["name", { name: "a".repeat(61) }],
    ["name", { name: "Acme\r\nBcc: eve@example.com" }],
    ["color", { color: "red" }],
    ["headline", { headline: "a".repeat(121) }],
    ["text", { text: "a".repeat(1001) }],
    ["logo", { logo: "https://example.com/logo.png" }],
    ["logo", { logo: `/uploads/${"0".repeat(32)}` }],
    ["landingpage", { landingpage: "perhaps" }],
    ["landingredirect", { landingredirect: "javascript:alert(1)" }],
    ["landingredirect", { landingredirect: "https://user:password@example.com/" }],
    ["landingredirect", { landingredirect: "http://localhost:3000/" }],
    ["docspage", { docspage: [] }],
  ])("refuse a wrong %s", async (field, input) => {
    const before = await getInstanceSettings(admin);
    await expect(change({ headline: "Half", ...input })).rejects.toMatchObject({ fields: [{ path: field }] });
    expect(await getInstanceSettings(admin)).toEqual(before);
  });

  it("are only for administrators, and keep what another one has saved", async () => {
    const user = await proActor();
    await expect(getInstanceSettings(user)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(updateInstanceSettings(user, { name: "Mine" })).rejects.toMatchObject({ kind: "forbidden" });
    const { updatedAt } = await getInstanceSettings(admin);
    await change({ headline: "Short and yours" });
    await expect(updateInstanceSettings(admin, { headline: "Late" }, [updatedAt])).rejects.toMatchObject({
      code: "changed_since_read",
    });
    await change({ headline: null });
  });

  it("keep the logo when its uploader is deleted", async () => {
    const uploader = await proActor({ admin: true });
    const path = await saveImage(uploader, (await publicImage(uploadCode(await picture()) ?? "")) as Buffer, "logo");
    await updateInstanceSettings(uploader, { logo: path });
    await deleteUser(admin, uploader.userId);
    expect(await db.upload.count({ where: { code: uploadCode(path) ?? "" } })).toBe(0);
    expect(await publicImage(uploadCode(path) ?? "")).toBeInstanceOf(Buffer);
    await change({ name: "Kept", logo: path });
    expect(await instanceSettings()).toMatchObject({ name: "Kept", logo: path });
    await change({ name: null, logo: null });
    expect(await publicImage(uploadCode(path) ?? "")).toBeNull();
  });

  it("leave an entry in the instance's audit log", async () => {
    await change({ text: "Our links", registerpage: false });
    const { rows } = await pool.query(
      "SELECT before, after FROM audit_changes WHERE subject = 'instance_settings' ORDER BY entry_id DESC LIMIT 1",
    );
    expect(rows[0]).toEqual({
      before: { text: null, register_page: true },
      after: { text: "Our links", register_page: false },
    });
    await change({ text: null, registerpage: true });
  });

  it("close registration for people without an invitation", async () => {
    await change({ registerpage: false });
    const newAccount = { email: "new@example.com", username: "newcomer", password: "quiet river stone" };
    expect(await isRegistrationOpen()).toBe(false);
    await expect(beginRegistration(newAccount, "192.0.2.1")).rejects.toMatchObject({ code: "registration_closed" });
    await change({ registerpage: true });
    expect(await beginRegistration(newAccount, "192.0.2.1")).toMatchObject({ userId: expect.any(Number) });
  });

  it("stay the last ones while the database cannot be read", async () => {
    await change({ name: "Known" });
    expect((await instanceSettings()).name).toBe("Known");
    const query = vi.spyOn(Lines.prototype, "query").mockRejectedValue(new Error("gone"));
    announce("instance_changed");
    expect((await instanceSettings()).name).toBe("Known");
    query.mockRestore();
    await change({ name: null });
  });
});

describe("an accent color", () => {
  it.each(["#FFD43B", "#ffffff", "#000000", "#0f6f66", "#BE4BDB", "#11151c"])("%s is readable everywhere", (color) => {
    const css = accentStyle(color);
    const shade = (index: number) => rgb(new RegExp(`pine-${index}:(#[\\da-f]{6})`).exec(css)?.[1] ?? "");
    // White text on buttons; links on the pages' background; the chosen entry of the navigation in light mode.
    expect(measureContrast(shade(7), rgb("#ffffff"))).toBeGreaterThanOrEqual(4.5);
    expect(measureContrast(shade(7), rgb("#f5f8f7"))).toBeGreaterThanOrEqual(4.5);
    expect(measureContrast(shade(4), rgb("#212a2d"))).toBeGreaterThanOrEqual(4.5);
    expect(measureContrast(shade(9), shade(1))).toBeGreaterThanOrEqual(4.5);
    const dark = (name: string) => rgb(new RegExp(`${name}:(#[\\da-f]{6})`).exec(css)?.[1] ?? "");
    expect(measureContrast(dark("pine-light-color"), dark("pine-light-hover"))).toBeGreaterThanOrEqual(4.5);
  });
});

const rgb = (hex: string) => (hex.match(/[\da-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16)).join(",");
