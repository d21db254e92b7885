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
    .describe("The ids of the links that go; or `all`: everything that your account has.")
    .meta({ example: [1, 2] });

export const ownershipTransferContentsBody = z.object({ links: links() }).meta({ example: { links: [1, 2] } });

export const createOwnershipTransferBody = z
  .object({ email: email().describe("Of the account that is to have it. Its owner accepts."), links: links() })
  .meta({ example: { email: "grace@example.com", links: [1, 2] } });

export type OwnershipTransferSelection = z.infer<typeof ownershipTransferContentsBody>;
export type CreateOwnershipTransfer = z.infer<typeof createOwnershipTransferBody>;

const amount = (whatFor: string) => z.int().describe(whatFor).meta({ example: 0 });

export const ownershipTransferContents = z
  .object({
    links: z.int().describe("Links, with their aliases, clicks and statistics.").meta({ example: 2 }),
    domains: z
      .array(z.string())
      .describe("Branded domains, which go when all of their links do.")
      .meta({ example: ["go.example.com"] }),
    tags: amount("Tags, by their names."),
    campaigns: amount("Campaigns. They go with all that the account has alone, as do those below."),
    channels: amount("Channels."),
    pixels: amount("Pixels."),
    overlays: amount("CTA overlays, with the answers to them."),
    splash: amount("Splash pages."),
    bio: amount("Bio pages."),
    qr: amount("QR codes, with their scans."),
    deleted: amount("Deleted links that can still be restored."),
    bytes: z.int().describe("What all of it takes of the receiver's storage.").meta({ example: 1834 }),
    dropped: z
      .object({
        campaigns: amount("Links that leave a campaign, which stays."),
        channels: amount("Links that leave a channel, which stays."),
        pixels: amount("Links that lose their pixels, which stay."),
        overlays: amount("Links that lose their overlay, which stays: they lead to their destination at once."),
        splash: amount("Links whose splash page stays: they have the service's own."),
      })
      .describe("What chosen links lose: it is shared with links that stay."),
  })
  .meta({ id: "HandoverContents" });

export type OwnershipTransferContents = z.infer<typeof ownershipTransferContents>;

export const ownershipTransferItem = z
  .object({
    id: id(),
    direction: z.enum(["sent", "received"]),
    status: z.enum(["open", "accepted", "refused", "withdrawn", "expired"]),
    from: z.string().describe("The username of who gives.").meta({ example: "ada" }),
    to: z
      .string()
      .describe("The address of who is to have it.")
      .meta({ format: "email", example: "grace@example.com" }),
    everything: z.boolean(),
    links: z.int().describe("How many links were named; 0 where everything goes.").meta({ example: 2 }),
    expires: timestamp().describe("Until when it can be accepted (UTC)."),
    date: timestamp().describe("When it was offered (UTC)."),
  })
  .meta({ id: "Handover" });

export const ownershipTransferList = pageResult("handovers", ownershipTransferItem);
