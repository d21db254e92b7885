import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { createSplashBody, splashDetails, splashItem, splashList, updateSplashBody } from "./schema";

const tag = "Splash pages";
const params = z.object({ id: id().describe("The ID of the splash page.") });

export const listSplashPages = operation({
  method: "GET",
  path: "/api/splash",
  permission: "splash:read",
  tag,
  summary: "List your splash pages",
  query: pageQuery,
  result: splashList,
});

export const showSplashPage = operation({
  versioned: true,
  method: "GET",
  path: "/api/splash/{id}",
  permission: "splash:read",
  tag,
  summary: "Show a splash page",
  params,
  result: z.object({ data: splashDetails }),
});

export const addSplashPage = operation({
  method: "POST",
  path: "/api/splash/add",
  permission: "splash:write",
  tag,
  summary: "Add a splash page",
  description: "To show it, set the `type` of a link to `splash-<id>`.",
  body: createSplashBody,
  refuses: ["url_blocked", "url_is_short_link", "upload_not_yours"],
  result: z.object({ id: splashItem.shape.id }),
});

export const changeSplashPage = operation({
  versioned: true,
  method: "PUT",
  path: "/api/splash/{id}/update",
  permission: "splash:write",
  tag,
  summary: "Change a splash page",
  description: "Fields that you do not send stay as they are.",
  params,
  body: updateSplashBody,
  refuses: ["url_blocked", "url_is_short_link", "upload_not_yours"],
  result: messageResult,
});

export const removeSplashPage = operation({
  method: "DELETE",
  path: "/api/splash/{id}/delete",
  permission: "splash:write",
  tag,
  summary: "Delete a splash page",
  description: "Links that used it show the default splash page instead.",
  params,
  result: messageResult,
});
