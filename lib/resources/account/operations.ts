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
    "One ZIP file, streamed while it is created: links, clicks, pages, images, messages and everything else as JSON Lines (links as a table, too). A README explains each file, and a manifest lists counts and SHA-256 sums. Only one export runs at a time, and only a few per hour.",
  file: "application/zip",
  refuses: ["archive_too_often", "file_under_way", "no_room", "transfers_busy"],
  result: z.object({}),
});

export const changeAccount = operation({
  method: "PUT",
  path: "/api/account/update",
  permission: "account:write",
  tag,
  summary: "Change your e-mail address, password or settings",
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
