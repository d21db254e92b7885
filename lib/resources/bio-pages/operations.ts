import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { resourceOperations } from "@/lib/contract/resource-operations";
import { z } from "@/lib/contract/zod";
import { bioDetails, bioItem, bioList, createBioBody, updateBioBody } from "./schema";

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
