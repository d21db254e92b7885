import { expect, inject, it } from "vitest";
import { ownCalls } from "../support/action-permissions";
import { callAction, serverActions } from "../support/actions";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

const server = inject("server");
const file = "app/dashboard/settings/actions.ts";

it.each(["linkSms", "unlinkSms"])("%s is refused in a browser whose log-in is not recent", async (name) => {
  const user = await newUser(server);
  const cookie = await sessionCookie(server, user.id);
  await sql(server, "INSERT INTO sms_accounts (user_id, account_sid, auth_token) VALUES ($1, 'AC1', '')", [user.id]);
  await sql(server, "UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1", [user.id]);
  const action = serverActions().find((one) => one.name === `${name} of ${file}`);
  if (!action) throw new Error(`there is no action ${name}`);
  const { result } = await callAction(server, action, ownCalls[name]?.() ?? "[]", { cookie });
  expect(result).toMatchObject({ ok: false });
  expect(await sql(server, "SELECT account_sid FROM sms_accounts WHERE user_id = $1", [user.id])).toEqual([
    { account_sid: "AC1" },
  ]);
});
