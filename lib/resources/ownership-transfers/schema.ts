import { email, id, timestamp } from "@/lib/contract/fields";
import { messageResult, operation } from "@/lib/contract/operation";
import { pageQuery, pageResult } from "@/lib/contract/pagination";
import { refusing, z } from "@/lib/contract/zod";

/** To transfer more links at once, transfer the whole account. */
const mostLinks = 1_000;

const notLinks = refusing("handover_of_what");

/** The links that move. */
const links = () =>
  z
    .union([z.array(id()).min(1).max(mostLinks), z.literal("all")], notLinks)
    .describe("The IDs of the links to transfer, or `all` for everything in your account.")
    .meta({ example: [1, 2] });

export const ownershipTransferContentsBody = z.object({ links: links() }).meta({ example: { links: [1, 2] } });

export const createOwnershipTransferBody = z
  .object({
    email: email().describe("The e-mail address of the account that should get them. Its owner must accept."),
    links: links(),
  })
  .meta({ example: { email: "grace@example.com", links: [1, 2] } });

export type OwnershipTransferSelection = z.infer<typeof ownershipTransferContentsBody>;
export type CreateOwnershipTransfer = z.infer<typeof createOwnershipTransferBody>;

const amount = (whatFor: string) => z.int().describe(whatFor).meta({ example: 0 });

const ownershipTransferContents = z
  .object({
    links: z.int().describe("Links, with their aliases, clicks and statistics.").meta({ example: 2 }),
    domains: z
      .array(z.string())
      .describe("Branded domains. A domain is transferred if all of its links are.")
      .meta({ example: ["go.example.com"] }),
    tags: amount("Tags, by name."),
    campaigns: amount("Campaigns. Campaigns and all types below are transferred only with everything in the account."),
    channels: amount("Channels."),
    pixels: amount("Pixels."),
    overlays: amount("CTA overlays, with their answers."),
    splash: amount("Splash pages."),
    bio: amount("Bio pages."),
    qr: amount("QR codes, with their scans."),
    deleted: amount("Deleted links that can still be restored."),
    bytes: z.int().describe("How much of the recipient's storage all of this takes, in bytes.").meta({ example: 1834 }),
    dropped: z
      .object({
        campaigns: amount("Links that leave their campaign, which is not transferred."),
        channels: amount("Links that leave their channels, which are not transferred."),
        pixels: amount("Links that lose their pixels, which are not transferred."),
        overlays: amount(
          "Links that lose their overlay, which is not transferred. They redirect straight to their destination.",
        ),
        splash: amount("Links whose splash page is not transferred. They show the default splash page instead."),
      })
      .describe("What selected links lose, because they share it with links that are not transferred."),
  })
  .meta({ id: "HandoverContents" });

export type OwnershipTransferContents = z.infer<typeof ownershipTransferContents>;

export const ownershipTransferItem = z
  .object({
    id: id(),
    direction: z.enum(["sent", "received"]),
    status: z.enum(["open", "accepted", "refused", "withdrawn", "expired"]),
    from: z.string().describe("The username of the sender.").meta({ example: "ada" }),
    to: z
      .string()
      .describe("The e-mail address of the recipient.")
      .meta({ format: "email", example: "grace@example.com" }),
    everything: z.boolean(),
    links: z.int().describe("The number of selected links; 0 if everything is transferred.").meta({ example: 2 }),
    expires: timestamp().describe("Until when it can be accepted (UTC)."),
    date: timestamp().describe("When it was offered (UTC)."),
  })
  .meta({ id: "Handover" });

const ownershipTransferList = pageResult("handovers", ownershipTransferItem);

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
