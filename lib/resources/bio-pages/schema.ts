import { lockedDetail } from "@/lib/clicks/statistics/schema";
import { allClearable, allOptional, clearable, color, id, name, optional, timestamp } from "@/lib/contract/fields";
import { forColumn } from "@/lib/contract/json-columns";
import { destination, previewFields, slug as slugText } from "@/lib/contract/link-fields";
import { resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import { palette } from "@/lib/contract/palette";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { picture } from "@/lib/contract/sent-file";
import { z } from "@/lib/contract/zod";
import { pixelIds } from "@/lib/resources/pixels/schema";
import { bioBlocks } from "./blocks";
import { fontNames } from "./fonts";

const slug = () =>
  slugText().describe("The last part of its address. The same rules apply as for aliases.").meta({ example: "ada" });
const description = () => z.string().max(1000).describe("Shown below the name.");
const avatar = () =>
  picture(destination())
    .describe("The image at the top of the page, shown as a circle: a file that you uploaded, or any address.")
    .meta({ example: "https://example.com/ada.jpg" });
export const theme = () =>
  forColumn(
    "bio_pages.theme",
    palette.extend({
      backgroundto: optional(color()).describe(
        "The color at the bottom of a gradient that starts at `background`, or at white if `background` is not set.",
      ),
      picture: optional(picture(destination())).describe(
        "A picture behind the page. The content is then on a panel in the color `background`.",
      ),
      font: optional(z.enum(fontNames)).describe(
        "The font of the page. Only fonts that visitors' devices already have.",
      ),
      corners: optional(z.enum(["round", "square", "pill"])),
    }),
  );

export const createBioBody = z
  .object({
    slug: slug(),
    name: name(),
    description: optional(description()),
    avatar: optional(avatar()),
    theme: optional(theme()),
    blocks: optional(bioBlocks).describe("The blocks of the page, from top to bottom."),
    ...allOptional(previewFields),
    pixels: optional(pixelIds()),
  })
  .meta({
    example: {
      slug: "ada",
      name: "Ada Lovelace",
      description: "Poetical science",
      theme: { background: "#F8F9FA", corners: "pill" },
      blocks: [
        { type: "heading", text: "Find me" },
        { type: "link", title: "My shop", url: "https://example.com/" },
        { type: "social", icons: [{ network: "github", url: "https://github.com/ada" }] },
      ],
    },
  });

export const updateBioBody = z
  .object({
    slug: optional(slug()),
    name: optional(name()),
    description: clearable(description()),
    avatar: clearable(avatar()),
    theme: optional(theme()).describe("It replaces the whole list."),
    blocks: optional(bioBlocks).describe("These replace all of the page's blocks."),
    ...allClearable(previewFields),
    pixels: clearable(pixelIds()).describe("These replace all of the page's blocks."),
  })
  .meta({ example: { name: "Ada King", description: null } });

export type CreateBio = z.infer<typeof createBioBody>;
export type UpdateBio = z.infer<typeof updateBioBody>;

export const bioItem = z
  .object({
    id: id(),
    slug: slug(),
    name: name().meta({ example: "Ada Lovelace" }),
    description: description().meta({ example: "Poetical science" }),
    link: z
      .string()
      .describe("The public address of the page.")
      .meta({ format: "uri", example: "https://go.example.com/b/ada" }),
    date: timestamp(),
  })
  .meta({ id: "BioPage" });

const bioDetails = bioItem
  .extend({
    avatar: avatar().nullable(),
    theme: theme(),
    blocks: bioBlocks,
    metatitle: z.string().nullable(),
    metadescription: z.string().nullable(),
    metaimage: previewFields.metaimage.nullable(),
    pixels: z
      .array(z.int())
      .describe("The IDs of the pixels that load for visitors.")
      .meta({ example: [3] }),
    visits: z.int().describe("Visits of the page by people.").meta({ example: 12 }),
    uniquevisits: z.int().describe("Unique visitors of the page.").meta({ example: 9 }),
    blockclicks: z
      .array(z.int())
      .describe("Clicks on each block, in the order of the blocks.")
      .meta({ example: [7] }),
    locked: lockedDetail(),
  })
  .meta({ id: "BioPageDetails" });
export type BioDetails = z.infer<typeof bioDetails>;

const bioList = pageResult("bio", bioItem);

const { list, show, add, change, remove } = resourceOperations({
  tag: "Bio pages",
  one: "a bio page",
  path: "/api/bio",
  permission: "bio",
  idIs: "The ID of the bio page.",
});
const refuses: RefusalCode[] = [
  ...(["slug_reserved", "slug_taken", "not_yours", "upload_not_yours", "url_blocked", "url_is_short_link"] as const),
];

export const listBioPages = list({ path: "/api/bio", summary: "List your bio pages", result: bioList });

export const showBioPage = show({ result: z.object({ data: bioDetails }) });

const warns: RefusalCode[] = ["contrast_low"];

export const addBioPage = add({ body: createBioBody, refuses, warns, result: bioItem.pick({ id: true, link: true }) });

export const changeBioPage = change({
  description:
    "Fields that you do not send stay as they are; `null` clears the description, the avatar, the link preview and the pixels. A new slug changes the page's address.",
  body: updateBioBody,
  refuses,
  warns,
});

export const removeBioPage = remove({ description: "Its statistics are deleted, too." });
