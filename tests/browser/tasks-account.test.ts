import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { signIn } from "../support/session";
import { devices, tasksOn } from "../support/tasks";

const server = inject("server");

test.for(devices)("an account is set up in few steps on $name", async (device, { page }) => {
  const owner = await linkOwner(server);
  await onNewPlan(server, owner.user);
  await signIn(page.context(), server, owner.user.id);
  const task = await tasksOn(page, server, device);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const mark = owner.user.id;

  await task("import three links", "/dashboard", [4, 5], async ({ click, goTo }) => {
    await goTo("Import and export");
    const choosing = page.waitForEvent("filechooser");
    await click(page.getByLabel("File"));
    const csv = ["url,alias", ...[1, 2, 3].map((number) => `https://example.com/${number},row-${mark}-${number}`)];
    await (await choosing).setFiles({ name: "links.csv", mimeType: "text/csv", buffer: Buffer.from(csv.join("\n")) });
    await click(button("Preview import"));
    await click(button("Start import"));
    await page.getByText("3 links created").waitFor();
    expect((await owner.list()).urls).toHaveLength(3);
  });
  await task("add a domain", "/dashboard", [5, 6], async ({ click, goTo, enter, press }) => {
    await goTo("Domains");
    await click(page.getByRole("link", { name: "Add a domain" }));
    await enter(page.getByRole("textbox", { name: "Domain", exact: true }), `go-${mark}.example.com`);
    await press("Enter");
    await page.getByText("Domain added").waitFor();
  });
  await task("create a key that can only read", "/dashboard", [7, 8], async (user) => {
    await user.goToSettings("API keys");
    await user.enter(page.getByLabel("Name", { exact: true }), "Report");
    await user.choose(page.getByLabel("Access", { exact: true }), /^Analyst/);
    await user.click(button("Create key"));
    await page.getByLabel("Your new key").waitFor();
  });
  await task("invite a member", "/dashboard", [5, 6], async ({ goToSettings, enter, press }) => {
    await goToSettings("Members");
    await enter(page.getByLabel("E-mail address"), `grace-${mark}@example.com`);
    await press("Enter");
    await page.getByLabel("Invitation link").waitFor();
  });
  await task("create a webhook", "/dashboard", [7, 8], async ({ click, goToSettings, enter, press }) => {
    await goToSettings("Webhooks");
    await click(page.getByRole("link", { name: "New webhook" }));
    await click(page.getByRole("checkbox", { name: /^Link clicked/ }));
    await enter(page.getByRole("textbox", { name: "URL", exact: true }), "https://hooks.example.com/clicks");
    await press("Enter");
    await page.getByLabel("Signing secret").waitFor();
  });
});
