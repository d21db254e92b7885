import { operation } from "@/lib/contract/operation";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { messageResult } from "@/lib/contract/result";
import { listMessagesQuery, sendSmsBody, smsList, smsNumbers } from "./schema";

const tag = "SMS";

const providerRefuses: RefusalCode[] = [
  "sms_account_missing",
  "sms_account_refused",
  "sms_provider_busy",
  "sms_provider_late",
  "sms_provider_says",
  "sms_provider_unreachable",
  "sms_refused",
];

export const listSmsNumbers = operation({
  method: "GET",
  path: "/api/sms/numbers",
  permission: "sms:read",
  tag,
  summary: "List your SMS numbers",
  description: "The numbers of the SMS provider account that you have connected. You can send from these.",
  refuses: providerRefuses,
  result: smsNumbers,
});

export const listSmsMessages = operation({
  method: "GET",
  path: "/api/sms/messages",
  permission: "sms:read",
  tag,
  summary: "List your messages",
  description: "Newest first. The page counters are next to `error`, and the items are in `list`.",
  query: listMessagesQuery,
  result: smsList,
});

export const sendSmsMessages = operation({
  method: "POST",
  path: "/api/sms/send",
  permission: "sms:write",
  tag,
  summary: "Send a message",
  description:
    "Links in the text are replaced by short links of your account. Each number gets its own message. If one fails, the others are still sent, and the response says how many were sent.",
  body: sendSmsBody,
  refuses: [
    ...providerRefuses,
    "alias_taken",
    "sms_link_refused",
    "sms_none_sent",
    "sms_none_sent_now",
    "sms_not_sent",
    "sms_not_sent_now",
    "sms_number_not_yours",
    "sms_too_long",
  ],
  result: messageResult,
});
