import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { bioDetails, bioItem, bioList, createBioBody, updateBioBody } from "./schema";

const tag = "Bio pages";
const params = z.object({ id: id().describe("The ID of the bio page.") });
const refuses: RefusalCode[] = [
  ...(["slug_reserved", "slug_taken", "not_yours", "upload_not_yours", "url_blocked", "url_is_short_link"] as const),
];

export const listBioPages = operation({
  method: "GET",
  path: "/api/bio",
  permission: "bio:read",
  tag,
  summary: "List your bio pages",
  query: pageQuery,
  result: bioList,
});

export const showBioPage = operation({
  versioned: true,
  method: "GET",
  path: "/api/bio/{id}",
  permission: "bio:read",
  tag,
  summary: "Show a bio page",
  params,
  result: z.object({ data: bioDetails }),
});

export const addBioPage = operation({
  method: "POST",
  path: "/api/bio/add",
  permission: "bio:write",
  tag,
  summary: "Add a bio page",
  body: createBioBody,
  refuses,
  result: bioItem.pick({ id: true, link: true }),
});

export const changeBioPage = operation({
  versioned: true,
  method: "PUT",
  path: "/api/bio/{id}/update",
  permission: "bio:write",
  tag,
  summary: "Change a bio page",
  description:
    "Fields that you do not send stay as they are; `null` clears the description, the avatar, the link preview and the pixels. A new slug changes the page's address.",
  params,
  body: updateBioBody,
  refuses,
  result: messageResult,
});

export const removeBioPage = operation({
  method: "DELETE",
  path: "/api/bio/{id}/delete",
  permission: "bio:write",
  tag,
  summary: "Delete a bio page",
  description: "Its statistics are deleted, too.",
  params,
  result: messageResult,
});
