import { email, optional, timestamp } from "@/lib/contract/fields";
import { forColumn } from "@/lib/contract/json-columns";
import { destination } from "@/lib/contract/link-fields";
import { picture } from "@/lib/contract/sent-file";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { findVideoPlayer } from "./video";

export const networks = [
  ...([
    "bluesky",
    "discord",
    "facebook",
    "github",
    "instagram",
    "linkedin",
    "mastodon",
    "pinterest",
    "reddit",
  ] as const),
  ...(["snapchat", "spotify", "telegram", "threads", "tiktok", "twitch", "whatsapp", "x", "youtube"] as const),
];

export type Network = (typeof networks)[number];

const line = () => z.string().trim().min(1).max(100);
const phone = () =>
  z
    .string()
    .trim()
    .regex(/^\+?[\d ()./-]{3,30}$/, refusing("not_a_phone_number"))
    .meta({ example: "+44 20 7946 0000" });

const schedule = {
  from: optional(timestamp("start")).describe("From when visitors see the block (UTC)."),
  until: optional(timestamp()).describe("Until when visitors see the block (UTC)."),
};

const block = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z
    .object({ type: z.literal(type), ...shape, ...schedule })
    .refine(endsLater, { path: ["until"], message: refusing("end_before_start") })
    .register(schemaRefusals, { codes: ["end_before_start"] });

// The alphabetical order of timestamps is their order in time.
function endsLater(block: unknown): boolean {
  const { from, until } = block as Schedule;
  return from === undefined || until === undefined || from < until;
}

export interface Schedule {
  from?: string;
  until?: string;
}

/** One element of a bio page. */
export const bioBlock = z.discriminatedUnion("type", [
  block("link", { title: line().meta({ example: "My shop" }), url: destination() }),
  block("heading", { text: line() }),
  block("text", { text: z.string().trim().min(1).max(2000) }),
  block("image", {
    url: picture(destination()),
    alt: optional(line()).describe("What the image shows, for visitors who cannot see it."),
    link: optional(destination()).describe("The address that the image opens."),
  }),
  block("video", {
    url: destination().refine((url) => findVideoPlayer(url) !== null, refusing("not_a_video")),
  }),
  block("social", {
    icons: z
      .array(z.object({ network: z.enum(networks), url: destination() }))
      .min(1)
      .max(networks.length),
  }),
  block("contact", {
    name: line(),
    organization: optional(line()),
    phone: optional(phone()),
    email: optional(email()),
    website: optional(destination()),
  }),
]);

export type BioBlock = z.infer<typeof bioBlock>;

/** The blocks of a bio page from top to bottom. */
export const bioBlocks = forColumn("bio_pages.blocks", z.array(bioBlock).max(100)).meta({
  example: [{ type: "link", title: "My shop", url: "https://example.com/" }],
});
