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

const tag = "Transfers";
const params = z.object({ id: id().describe("The ID of the transfer.") });

export const listHandovers = operation({
  method: "GET",
  path: "/api/handovers",
  permission: "account:read",
  tag,
  summary: "List your transfers",
  description: "Transfers that you offered and that others offered to you, newest first. They are listed for a month.",
  query: pageQuery,
  result: ownershipTransferList,
});

export const showHandover = operation({
  method: "GET",
  path: "/api/handover/{id}",
  permission: "account:read",
  tag,
  summary: "Show a transfer",
  description: "With everything that would be transferred now. `contents` is `null` once the transfer is closed.",
  params,
  result: z.object({ data: ownershipTransferItem, contents: ownershipTransferContents.nullable() }),
});

export const previewHandover = operation({
  method: "POST",
  path: "/api/handover/preview",
  permission: "account:read",
  tag,
  summary: "Preview a transfer",
  description: "Shows what would be transferred. Nothing is offered yet.",
  body: ownershipTransferContentsBody,
  refuses: ["handover_domain_shared", "not_yours"],
  result: z.object({ contents: ownershipTransferContents }),
});

export const addHandover = operation({
  method: "POST",
  path: "/api/handover/add",
  permission: "account:write",
  tag,
  summary: "Offer links, or everything in your account, to another account",
  description:
    "The recipient has seven days to accept, and gets an e-mail if the service sends e-mail. Until then, everything stays yours. Links keep their aliases, clicks, statistics and tags, and keep redirecting. A branded domain is transferred if all of its links are. Campaigns, channels, pixels, overlays and splash pages are transferred only with `all`. Your log-in, API key, messages and settings always stay.",
  body: createOwnershipTransferBody,
  refuses: ["handover_domain_shared", "handover_to_self", "handovers_too_many", "not_yours", "too_many_attempts"],
  result: z.object({ id: ownershipTransferItem.shape.id }),
});

export const acceptHandover = operation({
  method: "POST",
  path: "/api/handover/{id}/accept",
  permission: "account:write",
  tag,
  summary: "Accept a transfer",
  description: "Everything becomes yours at once, or nothing if it does not fit into your plan.",
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
  summary: "Decline a transfer",
  params,
  refuses: ["email_unconfirmed", "email_unconfirmed_without_mail", "handover_closed"],
  result: messageResult,
});

export const withdrawHandover = operation({
  method: "POST",
  path: "/api/handover/{id}/withdraw",
  permission: "account:write",
  tag,
  summary: "Withdraw a transfer",
  params,
  refuses: ["handover_closed"],
  result: messageResult,
});
