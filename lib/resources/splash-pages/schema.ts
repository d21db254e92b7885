import { flag, id, integer, name, optional, timestamp } from "@/lib/contract/fields";
import { forColumn } from "@/lib/contract/json-columns";
import { destination } from "@/lib/contract/link-fields";
import { resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { picture } from "@/lib/contract/sent-file";
import { z } from "@/lib/contract/zod";

/** What visitors see before the destination. */
export const splashContent = forColumn(
  "splash_pages.content",
  z.object({
    title: z.string().trim().min(1).max(100).meta({ example: "One moment" }),
    message: optional(z.string().trim().max(1000)).describe("Text below the title."),
    image: optional(picture(destination())).describe("The address of an image."),
    button: optional(z.string().trim().max(100)).describe("The label of the button that continues to the destination."),
    countdown: optional(integer(0, 60)).describe(
      "Seconds until the visitor is redirected. Default: no automatic redirect.",
    ),
    skip: optional(flag()).describe("Whether visitors can use the button before the countdown ends."),
  }),
);

const example = { title: "One moment", message: "We take you to our shop.", button: "Go on", countdown: 5, skip: true };

export const createSplashBody = z
  .object({ name: name(), content: splashContent })
  .meta({ example: { name: "To the shop", content: example } });

export const updateSplashBody = z
  .object({ name: optional(name()), content: optional(splashContent).describe("It replaces the whole list.") })
  .meta({ example: { content: { ...example, countdown: 10 } } });

export type CreateSplash = z.infer<typeof createSplashBody>;
export type UpdateSplash = z.infer<typeof updateSplashBody>;

export const splashItem = z
  .object({ id: id(), name: name().meta({ example: "To the shop" }), date: timestamp() })
  .meta({ id: "SplashPage" });

export const splashDetails = splashItem
  .extend({ content: splashContent.meta({ example }) })
  .meta({ id: "SplashPageDetails" });
export type SplashDetails = z.infer<typeof splashDetails>;
export type SplashContent = SplashDetails["content"];

const splashList = pageResult("splash", splashItem);

const { list, show, add, change, remove } = resourceOperations({
  tag: "Splash pages",
  one: "a splash page",
  path: "/api/splash",
  permission: "splash",
  idIs: "The ID of the splash page.",
});
const refuses: RefusalCode[] = ["url_blocked", "url_is_short_link", "upload_not_yours"];

export const listSplashPages = list({ path: "/api/splash", summary: "List your splash pages", result: splashList });

export const showSplashPage = show({ result: z.object({ data: splashDetails }) });

export const addSplashPage = add({
  description: "To show it, set the `type` of a link to `splash-<id>`.",
  body: createSplashBody,
  refuses,
  result: z.object({ id: splashItem.shape.id }),
});

export const changeSplashPage = change({
  description: "Fields that you do not send stay as they are.",
  body: updateSplashBody,
  refuses,
});

export const removeSplashPage = remove({ description: "Links that used it show the default splash page instead." });
