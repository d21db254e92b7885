import { operation } from "@/lib/contract/operation";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { accountUpdate, accountWithUsage } from "./schema";

const tag = "Account";

export const showAccount = operation({
  method: "GET",
  path: "/api/account",
  permission: "account:read",
  tag,
  summary: "Show your account",
  result: z.object({ data: accountWithUsage }),
});

export const showArchive = operation({
  method: "GET",
  path: "/api/account/archive",
  permission: "account:read",
  tag,
  summary: "Export everything you have",
  description:
    "One ZIP, sent while it is made: links, clicks, pages, pictures, messages and the rest, as JSON Lines (links as a table " +
    "too), with a README that says what each file is and a manifest with counts and SHA-256. One at a time, and a few within " +
    "an hour.",
  file: "application/zip",
  refuses: ["archive_too_often", "file_under_way", "no_room", "transfers_busy"],
  result: z.object({}),
});

export const changeAccount = operation({
  method: "PUT",
  path: "/api/account/update",
  permission: "account:write",
  tag,
  summary: "Change your e-mail address, password, default domain, time zone or weekly report",
  description:
    "Send only the fields to change. A new password logs out all of your browsers. If the service sends mail, you confirm a new e-mail address at your next log-in.",
  body: accountUpdate,
  refuses: [
    "email_taken",
    "no_password",
    "not_yours",
    "domain_suspended",
    "domain_unproven",
    "domain_unverified",
    "plan_lacks_feature",
  ],
  result: messageResult,
});
