import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import {
  createOwnershipTransferBody,
  ownershipTransferContents,
  ownershipTransferContentsBody,
  ownershipTransferItem,
  ownershipTransferList,
} from "./schema";

const tag = "Handovers";
const params = z.object({ id: id().describe("The id of the handover.") });

export const listHandovers = operation({
  method: "GET",
  path: "/api/handovers",
  permission: "account:read",
  tag,
  summary: "List your handovers",
  description: "Those that you offered and those that you are offered, newest first. They are forgotten after a month.",
  query: pageQuery,
  result: ownershipTransferList,
});

export const showHandover = operation({
  method: "GET",
  path: "/api/handover/{id}",
  permission: "account:read",
  tag,
  summary: "Show a handover",
  description: "With what goes along at this moment; `contents` is `null` once it is over.",
  params,
  result: z.object({ data: ownershipTransferItem, contents: ownershipTransferContents.nullable() }),
});

export const previewHandover = operation({
  method: "POST",
  path: "/api/handover/preview",
  permission: "account:read",
  tag,
  summary: "Preview a handover",
  description: "Nothing is offered to anybody yet.",
  body: ownershipTransferContentsBody,
  refuses: ["handover_domain_shared", "not_yours"],
  result: z.object({ contents: ownershipTransferContents }),
});

export const addHandover = operation({
  method: "POST",
  path: "/api/handover/add",
  permission: "account:write",
  tag,
  summary: "Offer links, or all that you have, to another account",
  description:
    "Its owner is told by mail, where the service sends mail, and has seven days to accept. Until then all of it stays " +
    "yours. Links keep their aliases, clicks and statistics, and lead on meanwhile. A branded domain goes along when all of " +
    "its links do. Tags go by their names. What chosen links share with others stays: campaigns, channels, pixels, " +
    "overlays and splash pages. With `all` these go too; your log-in, API key, messages and settings stay.",
  body: createOwnershipTransferBody,
  refuses: ["handover_domain_shared", "handover_to_self", "handovers_too_many", "not_yours", "too_many_attempts"],
  result: z.object({ id: ownershipTransferItem.shape.id }),
});

export const acceptHandover = operation({
  method: "POST",
  path: "/api/handover/{id}/accept",
  permission: "account:write",
  tag,
  summary: "Accept what you are offered",
  description: "All of it is yours at once, or nothing where your plan has no room for it.",
  params,
  refuses: [
    "account_leaving",
    "email_unconfirmed",
    "email_unconfirmed_without_mail",
    "handover_closed",
    "handover_domain_shared",
    "handover_domain_twice",
    "handover_empty",
  ],
  result: messageResult,
});

export const refuseHandover = operation({
  method: "POST",
  path: "/api/handover/{id}/refuse",
  permission: "account:write",
  tag,
  summary: "Refuse what you are offered",
  params,
  refuses: ["email_unconfirmed", "email_unconfirmed_without_mail", "handover_closed"],
  result: messageResult,
});

export const withdrawHandover = operation({
  method: "POST",
  path: "/api/handover/{id}/withdraw",
  permission: "account:write",
  tag,
  summary: "Withdraw what you offered",
  params,
  refuses: ["handover_closed"],
  result: messageResult,
});
