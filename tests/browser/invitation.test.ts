import { expect, inject } from "vitest";
import { api } from "../support/api";
import { test } from "../support/chromium";
import { flaws, keepPictures } from "../support/look";
import { onNewPlan } from "../support/plans";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

const server = inject("server");

/** An account, and the link with which it has invited an editor. */
async function newInvitation(email: string) {
  const owner = await newUser(server);
  await onNewPlan(server, owner);
  const { body } = await api(server, owner.key).post<{ url: string }>("/api/member/invite", { email, role: "editor" });
  return { owner, url: body.url };
}

test("an invitation shows who invites, to what and as what, before and after the log-in", async ({ page }) => {
  const guest = await newUser(server);
  const { owner, url } = await newInvitation(guest.email);
  const words = [
    `${owner.username} (${owner.email}) invites you to join the account ${owner.username}.`,
    "As an editor, you can create and change links, QR codes and pages.",
    `The invitation is for ${guest.email} and works until`,
  ];
  const showsAll = async () => {
    for (const each of words) await page.getByText(each).waitFor();
  };
  await page.goto(url);
  await showsAll();
  expect(await page.getByRole("link", { name: "Create account" }).getAttribute("href")).toBe(
    `/register?next=${encodeURIComponent(new URL(url).pathname)}`,
  );
  expect(await flaws(page), "before the log-in").toEqual([]);
  await keepPictures(page, "team invitation");
  await page.getByRole("link", { name: "Log in to accept" }).click();
  await page.fill("[name=email]", guest.email);
  await page.fill("[name=password]", guest.password);
  await page.click("button[type=submit]");
  await page.waitForURL(url);
  await showsAll();
  await page.getByText(`You are logged in as ${guest.username}.`).waitFor();
  expect(await flaws(page), "after the log-in").toEqual([]);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.waitForURL((location) => location.pathname === "/dashboard/links");
  await page.goto(url);
  await page.getByText("It has expired, was already used or was withdrawn.").waitFor();
});

test("an expired invitation shows nothing about the account", async ({ page }) => {
  const { owner, url } = await newInvitation("late@example.com");
  await sql(server, "UPDATE member_invitations SET expires_at = now() WHERE user_id = $1", [owner.id]);
  await page.goto(url);
  await page.getByText("It has expired, was already used or was withdrawn.").waitFor();
  expect(await page.content()).not.toContain(owner.username);
});
