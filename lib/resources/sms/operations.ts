import { operation } from "@/lib/contract/operation";
import { messageResult } from "@/lib/contract/result";
import { listMessagesQuery, sendSmsBody, smsList, smsNumbers } from "./schema";

const tag = "SMS";

export const listSmsNumbers = operation({
  method: "GET",
  path: "/api/sms/numbers",
  tag,
  summary: "List the numbers to send from",
  description: "Those of the SMS provider account that you have linked.",
  refuses: ["invalid"],
  result: smsNumbers,
});

export const listSmsMessages = operation({
  method: "GET",
  path: "/api/sms/messages",
  tag,
  summary: "List your messages",
  description: "Newest first. The counters are beside `error`, and the items under `list`.",
  query: listMessagesQuery,
  result: smsList,
});

export const sendSmsMessages = operation({
  method: "POST",
  path: "/api/sms/send",
  tag,
  summary: "Send a message",
  description:
    "Links in the text become short links of yours. Each number gets a message of its own; one that fails does not stop the others, and the answer says how many were sent.",
  body: sendSmsBody,
  result: messageResult,
});
