import { operation } from "@/lib/api/operation";
import { messageResult } from "@/lib/api/result";
import { statistics } from "@/lib/clicks/schema";
import { z } from "@/lib/zod";
import { createLinkBody, linkDetails, linkList, linkParams, listLinksQuery, updateLinkBody } from "./schema";

const tag = "Links";

export const listLinks = operation({
  method: "GET",
  path: "/api/urls",
  tag,
  summary: "List your links",
  query: listLinksQuery,
  result: linkList,
});

export const showLink = operation({
  method: "GET",
  path: "/api/url/{id}",
  tag,
  summary: "A link, its settings and its statistics",
  params: linkParams,
  result: z.object({ details: linkDetails, data: statistics }),
});

export const addLink = operation({
  method: "POST",
  path: "/api/url/add",
  tag,
  summary: "Shorten a URL",
  body: createLinkBody,
  result: z.object({ id: z.int(), shorturl: z.string() }),
});

export const changeLink = operation({
  method: "PUT",
  path: "/api/url/{id}/update",
  tag,
  summary: "Change a link",
  description: "Every field is optional. A field that is sent replaces what was there; null empties it.",
  params: linkParams,
  body: updateLinkBody,
  result: z.object({ id: z.int(), short: z.string(), shorturl: z.string() }),
});

export const removeLink = operation({
  method: "DELETE",
  path: "/api/url/{id}/delete",
  tag,
  summary: "Delete a link and its statistics",
  params: linkParams,
  result: messageResult,
});
