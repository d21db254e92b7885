import { email, id, timestamp } from "@/lib/contract/fields";
import { pageResult } from "@/lib/contract/pagination";
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

export const ownershipTransferContents = z
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

export const ownershipTransferList = pageResult("handovers", ownershipTransferItem);
