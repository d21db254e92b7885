import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { testWithSandbox } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, preview } from "../support/look";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

const save = (page: Page) => page.click("form button[type=submit]");

testWithSandbox("an overlay: chosen, made before one's eyes, answered, changed, deleted", async ({ page, browser }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/overlays");
  await page.getByText("No overlays yet").waitFor();
  await page.getByRole("link", { name: "New overlay" }).click();
  await page.getByText("Choose a type").waitFor();
  expect(await flaws(page), "the choice of a type").toEqual([]);

  await page.getByRole("link", { name: "Poll" }).click();
  await page.getByLabel("Name").fill("Drinks");
  await page.getByLabel("Question").fill("Tea or coffee?");
  await page.getByLabel("Choices").fill("Tea");
  await preview(page).getByText("Tea or coffee?").waitFor();
  await save(page);
  await page.getByText("This must have at least 2 entries.").waitFor();
  expect(await page.getByLabel("Question").inputValue()).toBe("Tea or coffee?");
  await page.getByLabel("Choices").fill("Tea\nCoffee\n");
  await page.getByRole("textbox", { name: "Background", exact: true }).fill("#102030");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("#203040");
  await page.getByText("hard to read").waitFor();
  await preview(page).getByLabel("Coffee").waitFor();
  expect(await flaws(page), "the editor").toEqual([]);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("");
  await save(page);
  await page.getByRole("link", { name: "Drinks" }).click();
  await page.getByText("No link uses this overlay yet").waitFor();

  const id = Number(new URL(page.url()).pathname.split("/").at(-1));
  const { shorturl, id: link } = await owner.create({ type: `overlay-${id}` });
  await sql(
    server,
    `INSERT INTO overlay_answers (overlay_id, link_id, content)
     SELECT $1, $2, json_build_object('option', option) FROM unnest(ARRAY['Tea', 'Tea', 'Coffee']) AS option`,
    [id, link],
  );
  await page.reload();
  await page.getByText("67%").waitFor();
  expect(await page.getByRole("cell", { name: "Tea" }).count()).toBe(2);
  expect(await flaws(page), "the answers").toEqual([]);

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Question").fill("And now?");
  await save(page);
  await page.waitForURL("**/dashboard/overlays");
  expect((await owner.client.get(`/api/overlay/${id}`)).body).toMatchObject({
    data: { content: { question: "And now?", options: ["Tea", "Coffee"], colors: { background: "#102030" } } },
  });
  expect(await flaws(page), "the list").toEqual([]);

  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), `/dashboard/overlays/${id}`);
  await stranger.getByText("Overlay not found").waitFor();
  await stranger.close();

  // The plan has one overlay. The message is the same as in the API.
  await page.goto(`${server.url}/dashboard/overlays/new?type=coupon`);
  await page.getByLabel("Name").fill("Spring");
  await page.getByRole("textbox", { name: "Text", exact: true }).first().fill("A tenth off");
  await page.getByLabel("Code").fill("SPRING10");
  await preview(page).getByText("SPRING10").waitFor();
  await save(page);
  await page.getByText("Your plan, Free, allows 1 overlay. You have reached that limit.").waitFor();

  await page.goto(`${server.url}/dashboard/overlays`);
  await page.getByRole("button", { name: "More for Drinks" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("dialog");
  await question.getByText("and its 3 answers").waitFor();
  await question.getByText(shorturl.replace(/^https?:\/\//, "")).waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No overlays yet").waitFor();
});
