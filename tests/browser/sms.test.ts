import { afterAll, beforeAll, expect } from "vitest";
import { axe, test } from "../support/chromium";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { ownerOf } from "../support/owner";
import { startServer, type TestServer } from "../support/server";
import { importFor } from "../support/services";
import { sql } from "../support/sql";
import { startTwilio, type TestTwilio } from "../support/twilio";
import { newUser } from "../support/users";

let twilio: TestTwilio;
let server: TestServer;

beforeAll(async () => {
  twilio = await startTwilio();
  process.env.TWILIO_API_URL = twilio.url;
  server = await startServer({ env: { TWILIO_API_URL: twilio.url, SMS_SANDBOX: "0" } });
});
afterAll(async () => {
  await server?.stop();
  await twilio?.close();
});

const [berlin, paris] = ["+4915112345678", "+33612345678"];
const parisShown = "+33 6 12 34 56 78";

test("messages are measured, rejected, sent and tracked", async ({ page, browser }) => {
  const user = await newUser(server);
  await logIn(page, server, user, "/dashboard/sms");
  await page.getByText("No SMS account connected").waitFor();
  await page.getByRole("link", { name: "settings", exact: true }).waitFor();
  expect(await flaws(page), "the empty list").toEqual([]);

  const { linkSmsAccount } = await importFor(server, () => import("@/lib/resources/sms/account"));
  await linkSmsAccount(ownerOf(user.id), twilio);
  // Until the provider answers, a placeholder is shown. `flaws` waits until it is gone, so axe checks it here.
  twilio.failures.set("numbers", "silent");
  await page.getByRole("link", { name: "New message" }).click();
  await page.getByRole("status", { name: "Loading your numbers from the provider" }).waitFor();
  expect(await axe(page), "a placeholder").toEqual([]);
  twilio.failures.clear();
  await page.reload();

  // The count uses the text that is sent, in which the link is shorter.
  const text = `Sale “now”: https://example.com/${"a".repeat(200)}.`;
  await page.locator("[name=message]").fill(text);
  const length = text.replace(/https.*\w/, `${server.url}/1234567`).length;
  await page.getByText(`1 segment · ${length} of 70 characters`).waitFor();
  await page.getByText("“ ” are not in the SMS alphabet").waitFor();
  await page.getByText(`Sale “now”: ${server.url}/xxxxxxx.`).waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("This is required.").waitFor();
  await page.locator("[name=to]").fill(`${berlin}, nobody`);
  await page.getByText("2 segments for 2 numbers").waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("nobody: This must be a phone number like +15005550006.").waitFor();
  expect(await page.locator("[name=message]").inputValue()).toBe(text);
  expect(await flaws(page), "a refused message").toEqual([]);
  expect(twilio.messages).toEqual([]);

  // One number fails, and the other still gets its message.
  twilio.failures.set(paris, "invalid");
  await page.locator("[name=to]").fill(`${berlin}\n${paris}`);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("1 of 2 messages sent.").waitFor();
  await page.getByText("The 'To' number is not a valid phone number.").waitFor();
  expect(twilio.messages.map(({ From, To }) => [From, To])).toEqual([[twilio.numbers[0], berlin]]);
  expect(twilio.messages[0]?.Body).toMatch(new RegExp(`^Sale “now”: ${server.url}/\\w{7}\\.$`));
  expect(await flaws(page), "the list").toEqual([]);

  // The new status appears without a reload.
  await sql(server, "UPDATE sms_messages SET status = 'delivered' WHERE \"to\" = $1", [berlin]);
  await page.getByRole("cell", { name: "Delivered" }).waitFor();
  expect(await (await page.request.get(`${server.url}/dashboard/sms?q=(`)).text()).toContain("Nothing found");
  await page.getByLabel("Status").selectOption("failed");
  await page.getByText("1 message found").waitFor();

  // In the conversation, a failed message keeps what was typed.
  await page.getByRole("link", { name: parisShown }).click();
  await page.getByRole("heading", { name: parisShown }).waitFor();
  await page.locator("[name=message]").fill("Once more");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("The message could not be sent. The 'To' number is not a valid phone number.").waitFor();
  expect(await page.locator("[name=message]").inputValue()).toBe("Once more");
  twilio.failures.clear();
  await page.getByRole("button", { name: "Send" }).click();
  await page
    .getByRole("list", { name: `Messages to ${parisShown}` })
    .getByText("Once more")
    .nth(1)
    .waitFor();
  expect(await page.locator("[name=message]").inputValue()).toBe("");
  expect(await flaws(page), "a conversation").toEqual([]);

  // Other users get "not found".
  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), new URL(page.url()).pathname);
  await stranger.getByText("No messages to this number").waitFor();
  await stranger.close();
});
