import type { Page } from "playwright";
import { describe, expect, inject } from "vitest";
import { test, testWithSandbox } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { signIn } from "../support/session";
import { newThings } from "../support/things";

const server = inject("server");
const at = (path: string) => server.url + path;
const isAt = (path: string) => (url: URL) => url.pathname === path;
const typed = "Typed and not saved";

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const answer = (page: Page, name: "Keep editing" | "Discard") => question(page).getByRole("button", { name }).click();

async function loggedIn(page: Page, path = "/dashboard/links") {
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, path);
  return owner;
}

describe("what was typed and not saved", () => {
  test("stays on links, keys, the palette and the back button until a question is answered", async ({ page }) => {
    const owner = await loggedIn(page);
    const { id } = await owner.create({ title: "As it was" });
    const editor = `/dashboard/links/${id}/edit`;
    await page.goto(at(`/dashboard/links/${id}`));
    await page.getByRole("link", { name: "Edit" }).click();
    await page.waitForURL(isAt(editor));
    const sidebar = page.getByRole("navigation", { name: "Main" });
    const title = page.getByRole("textbox", { name: "Title" }).first();

    // Without a change there is no question.
    await title.fill(typed);
    await title.fill("As it was");
    await sidebar.getByRole("link", { name: "Campaigns" }).click();
    await page.waitForURL(isAt("/dashboard/campaigns"));
    await page.goBack();
    await page.waitForURL(isAt(editor));

    await title.fill(typed);
    const stays = async (leave: () => Promise<unknown>) => {
      await leave();
      await question(page).waitFor();
      await answer(page, "Keep editing");
      await question(page).waitFor({ state: "hidden" });
      expect([new URL(page.url()).pathname, await title.inputValue()]).toEqual([editor, typed]);
    };
    await stays(() => sidebar.getByRole("link", { name: "Campaigns" }).click());
    await stays(() => page.getByRole("link", { name: "Cancel" }).click());
    await stays(() => page.evaluate("history.back()"));
    await stays(() => page.evaluate("history.forward()"));
    await stays(async () => {
      await page.evaluate("document.activeElement.blur()");
      await page.keyboard.press("g");
      await page.keyboard.press("s");
    });
    await stays(async () => {
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Search links, or go to a page").fill("Bio pages");
      await page.keyboard.press("Enter");
    });
    await stays(async () => {
      await page.getByLabel(/^Account of/).click();
      await page.getByRole("button", { name: "Log out" }).click();
    });
    // A section of the same page does not count as leaving.
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Protection" }).click();
    await page.getByLabel("Click limit").fill("5");
    expect(await question(page).isVisible()).toBe(false);

    await sidebar.getByRole("link", { name: "Campaigns" }).click();
    await question(page).waitFor();
    expect(await flaws(page)).toEqual([]);
    await keepPicture(page, "leave-question");
    await answer(page, "Discard");
    await page.waitForURL(isAt("/dashboard/campaigns"));
    // Discarded text is gone, and causes no further question.
    await page.goBack();
    await page.waitForURL(isAt(editor));
    expect(await title.inputValue()).toBe("As it was");
    await title.fill(typed);
    await page.evaluate("history.back()");
    await question(page).waitFor();
    await answer(page, "Discard");
    await page.waitForURL(isAt(`/dashboard/links/${id}`));

    // After saving, the page leads on without a question.
    await page.getByRole("link", { name: "Edit" }).click();
    await title.fill("Saved");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL(isAt(`/dashboard/links/${id}`));
    expect((await owner.show(id)).details.title).toBe("Saved");
  });

  test("stays on a reload or a closed tab until the browser's question is answered", async ({ page }) => {
    await loggedIn(page, "/dashboard/channels/new");
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await page.getByLabel("Name").pressSequentially(typed);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => questions).toEqual(["beforeunload"]);
    expect(await page.getByLabel("Name").inputValue()).toBe(typed);
    await page.getByLabel("Name").fill("");
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
    expect(questions).toEqual(["beforeunload"]);
  });

  testWithSandbox("is asked about in every editor, and in the settings", async ({ page }) => {
    const things = await newThings(server, `unsaved-${Date.now()}`);
    await signIn(page.context(), server, things.user.id);
    const { link, campaign, channel, bio, splash, overlay, qr, pixel, domain, tag } = things;
    const editors = {
      [`links/${link}/edit`]: "Title",
      [`campaigns/${campaign}/edit`]: "Name",
      [`channels/${channel}/edit`]: "Name",
      [`bio/${bio}/edit`]: "Name",
      [`splash/${splash}/edit`]: "Name",
      [`overlays/${overlay}/edit`]: "Name",
      [`qr-codes/${qr}/edit`]: "Name",
      [`pixels/${pixel}/edit`]: "Name",
      [`tags/${tag}/edit`]: "Name",
      [`domains/${domain}/edit`]: "Unknown links",
    };
    const isAskedAbout = async (path: string, label: string) => {
      await page.goto(at(`/dashboard/${path}`));
      const field = page.getByRole("main").getByRole("textbox", { name: label }).first();
      await field.fill("https://example.com/typed");
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Audit log" }).click();
      await question(page).waitFor();
      await answer(page, "Keep editing");
      expect([path, await field.inputValue()]).toEqual([path, "https://example.com/typed"]);
    };
    for (const [path, label] of Object.entries(editors)) await isAskedAbout(path, label);
    // The two-factor secret of `newThings` is not a real one, so the settings need another user.
    await signIn(page.context(), server, (await linkOwner(server)).user.id);
    await isAskedAbout("settings", "E-mail");
  });
});

describe("a draft", () => {
  test("is offered again, without secrets, and removed once the item is saved", async ({ page }) => {
    const owner = await loggedIn(page, "/dashboard/links/new");
    const alias = `draft-${owner.user.id}`;
    const fill = (name: string, text: string) => page.getByRole("textbox", { name, exact: true }).first().fill(text);
    await fill("Destination", "https://example.com/draft");
    await fill("Alias", alias);
    await page.getByLabel("Source").fill("mail");
    await fill("Password", "quiet river stone");
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("quiet river");
    // Like a closed tab, or a browser that crashed.
    await page.goto(at("/dashboard/campaigns"));
    await page.goto(at("/dashboard/links/new"));
    const offer = page.getByRole("status").filter({ hasText: "You have an unsaved draft" });
    await offer.waitFor();
    expect(await flaws(page)).toEqual([]);
    await keepPicture(page, "draft");
    await offer.getByRole("button", { name: "Restore" }).click();
    const destination = page.getByRole("textbox", { name: "Destination", exact: true });
    await expect.poll(() => destination.inputValue()).toBe("https://example.com/draft");
    expect(await page.getByLabel("Source").inputValue()).toBe("mail");
    expect(await page.getByRole("textbox", { name: "Password", exact: true }).inputValue()).toBe("");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByRole("region", { name: "Your new link" }).waitFor();
    expect((await owner.list()).urls.map((link) => link.alias)).toEqual([alias]);
    await page.goto(at("/dashboard/links/new"));
    expect(await offer.count()).toBe(0);
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("example.com/draft");
  });

  test("of a change has only what was changed, and is kept for its item alone", async ({ page }) => {
    const owner = await loggedIn(page, "/dashboard/links");
    const [one, other] = [await owner.create({ title: "First" }), await owner.create({ title: "Second" })];
    const title = page.getByRole("textbox", { name: "Title", exact: true }).first();
    await page.goto(at(`/dashboard/links/${one.id}/edit`));
    await title.fill("Changed in a hurry");
    await page.goto(at("/dashboard/campaigns"));
    // Meanwhile, someone else changes another field.
    await owner.client.put(`/api/url/${one.id}/update`, { url: "https://example.com/moved" });
    const offer = page.getByRole("status").filter({ hasText: "You have an unsaved draft" });
    await page.goto(at(`/dashboard/links/${other.id}/edit`));
    expect(await offer.count()).toBe(0);
    await page.goto(at(`/dashboard/links/${one.id}/edit`));
    await offer.getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => title.inputValue()).toBe("Changed in a hurry");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL(isAt(`/dashboard/links/${one.id}`));
    const { details } = await owner.show(one.id);
    expect(details).toMatchObject({ title: "Changed in a hurry", longurl: "https://example.com/moved" });
    await page.goto(at(`/dashboard/links/${one.id}/edit`));
    expect(await offer.count()).toBe(0);
  });

  test("is not shown to others, and is deleted when it is discarded or its owner logs out", async ({ page }) => {
    const owner = await loggedIn(page, "/dashboard/campaigns/new");
    const offer = page.getByRole("status").filter({ hasText: "You have an unsaved draft" });
    await page.getByLabel("Name").fill("Mine alone");
    // An expired session is not a log-out.
    await page.context().clearCookies();
    await logIn(page, server, (await linkOwner(server)).user, "/dashboard/campaigns/new");
    expect(await offer.count()).toBe(0);
    await page.context().clearCookies();
    await logIn(page, server, owner.user, "/dashboard/campaigns/new");
    await offer.getByRole("button", { name: "Discard" }).click();
    await page.reload();
    expect(await offer.count()).toBe(0);

    await page.getByLabel("Name").fill("Left behind");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tags" }).click();
    await answer(page, "Discard");
    await page.waitForURL(isAt("/dashboard/tags"));
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("Left behind");

    await page.goto(at("/dashboard/channels/new"));
    await page.getByLabel("Name").fill("Until the end");
    await page.goto(at("/dashboard/tags"));
    expect(await page.evaluate("JSON.stringify(localStorage)")).toContain("Until the end");
    await page.getByLabel(/^Account of/).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(isAt("/"));
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("Until the end");
  });
});
