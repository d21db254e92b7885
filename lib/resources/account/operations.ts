import { operation } from "@/lib/contract/operation";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { account, accountUpdate } from "./schema";

const tag = "Account";

export const showAccount = operation({
  method: "GET",
  path: "/api/account",
  tag,
  summary: "Show your account",
  result: z.object({ data: account }),
});

export const changeAccount = operation({
  method: "PUT",
  path: "/api/account/update",
  tag,
  summary: "Change your e-mail address or password",
  description:
    "Send either or both. A changed password signs out every browser that is signed in as you. Where the service sends " +
    "mail, a new e-mail address is to be confirmed at the next log-in.",
  body: accountUpdate,
  refuses: ["email_taken", "no_password"],
  result: messageResult,
});
