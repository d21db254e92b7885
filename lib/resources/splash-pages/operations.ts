import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { resourceOperations } from "@/lib/contract/resource-operations";
import { z } from "@/lib/contract/zod";
import { createSplashBody, splashDetails, splashItem, splashList, updateSplashBody } from "./schema";

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
