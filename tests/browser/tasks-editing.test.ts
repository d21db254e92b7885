import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { signIn } from "../support/session";
import { devices, tasksOn, type User } from "../support/tasks";

const server = inject("server");

test.for(devices)("a link is changed in few steps on $name", async (device, { page }) => {
  const owner = await linkOwner(server);
  await onNewPlan(server, owner.user);
  const { id } = await owner.create({ custom: `changed-${owner.user.id}`, url: "https://example.com/old" });
  const details = async () => (await owner.show(id)).details;
  await signIn(page.context(), server, owner.user.id);
  const task = await tasksOn(page, server, device);
  const textbox = (name: string) => page.getByRole("textbox", { name, exact: true });

  /** From the list of links to the link's editor, and there to a section. */
  const edit = async ({ click }: User, section?: string) => {
    await click(page.getByRole("button", { name: /^More for changed-/ }));
    await click(page.getByRole("menuitem", { name: "Edit", exact: true }));
    const sections = page.getByRole("navigation", { name: "Sections" });
    if (section) await click(sections.getByRole("link", { name: section, exact: true }));
  };
  const saved = () => page.waitForURL(({ pathname }) => pathname === `/dashboard/links/${id}`);
  const change = (name: string, bound: number, work: (user: User) => Promise<void>) =>
    task(name, "/dashboard/links", [bound, bound], async (user) => {
      await work(user);
      await user.press("Enter");
      await saved();
    });

  await change("edit a destination", 6, async (user) => {
    await edit(user);
    await user.replace(textbox("Destination"), "https://example.com/new");
  });
  expect(await details()).toMatchObject({ longurl: "https://example.com/new" });

  await change("split visitors between two destinations", 6, async (user) => {
    await edit(user, "Rules");
    await user.click(page.getByRole("button", { name: "Start a split test" }));
    await expect.poll(() => textbox("Destination 2").evaluate((input) => input === document.activeElement)).toBe(true);
    await user.type("https://example.com/b");
  });
  const split = [{ to: "https://example.com/new" }, { to: "https://example.com/b" }];
  expect(await details()).toMatchObject({ split });

  await change("add a rule for a country", 10, async (user) => {
    await edit(user, "Rules");
    await user.click(page.getByRole("button", { name: "Add a rule" }));
    await user.click(page.getByRole("button", { name: "Country", exact: true }));
    await user.type("Germany");
    await user.press("Enter");
    await user.click(textbox("Destination of rule 1"));
    await user.type("https://example.com/de");
  });
  expect(await details()).toMatchObject({ rules: [{ when: { country: ["DE"] }, to: "https://example.com/de" }] });

  await change("add a password", 6, async (user) => {
    await edit(user, "Protection");
    await user.enter(page.getByLabel("Password", { exact: true }), "open sesame");
  });
  await page.getByText("Password", { exact: true }).first().waitFor();

  await change("set an expiry", 6, async (user) => {
    await edit(user, "Protection");
    await user.enter(page.getByLabel("Expires", { exact: true }), "2035-06-30T12:00");
  });
  expect(await details()).toMatchObject({ expiry: expect.stringContaining("2035-06-30") });

  await task("keep it off public lists", "/dashboard/links", [6, 6], async (user) => {
    await edit(user, "Protection");
    await user.choose(page.getByLabel("Status", { exact: true }), "Private");
    await user.click(page.getByRole("button", { name: "Save changes" }));
    await saved();
  });
  expect(await details()).toMatchObject({ status: "private" });
});
