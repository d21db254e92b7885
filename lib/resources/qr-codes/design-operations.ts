import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { drawingRefuses, logoRefuses } from "./refusals";
import { linkQr, linkQrBody, pictureQuery } from "./schema";
import { createTemplateBody, templateItem, templateList, updateTemplateBody } from "./template-schema";

const tag = "QR codes";
const params = z.object({ id: id() });
const refuses = [...drawingRefuses, ...logoRefuses];

export const showLinkQr = operation({
  method: "GET",
  path: "/api/url/{id}/qr",
  permission: "links:read",
  tag,
  summary: "Show a link's own QR code",
  description: "Every link has one, at its short URL with `/qr` behind it. It leads to the short URL itself.",
  params,
  query: pictureQuery,
  result: z.object({ details: linkQr }),
});

export const changeLinkQr = operation({
  method: "PUT",
  path: "/api/url/{id}/qr/update",
  permission: "links:write",
  tag,
  summary: "Design a link's own QR code",
  description:
    "Every field is optional; what is sent replaces what was there. What is printed goes on working, whatever it looks " +
    "like. A design that cannot be read back is refused.",
  params,
  body: linkQrBody,
  refuses: [...refuses, "not_yours"],
  result: messageResult,
});

export const listQrTemplates = operation({
  method: "GET",
  path: "/api/qr-templates",
  permission: "qr:read",
  tag,
  summary: "List your QR templates",
  query: pageQuery,
  result: templateList,
});

export const showQrTemplate = operation({
  method: "GET",
  path: "/api/qr-template/{id}",
  permission: "qr:read",
  tag,
  summary: "Show a QR template",
  params,
  result: z.object({ data: templateItem }),
});

export const addQrTemplate = operation({
  method: "POST",
  path: "/api/qr-template/add",
  permission: "qr:write",
  tag,
  summary: "Save a QR template",
  description: "How codes look, to be named as `template` where a code is made or a link's is designed.",
  body: createTemplateBody,
  refuses,
  result: z.object({ id: templateItem.shape.id }),
});

export const changeQrTemplate = operation({
  method: "PUT",
  path: "/api/qr-template/{id}/update",
  permission: "qr:write",
  tag,
  summary: "Change a QR template",
  description: "Codes that were made of it stay as they are.",
  params,
  body: updateTemplateBody,
  refuses,
  result: messageResult,
});

export const removeQrTemplate = operation({
  method: "DELETE",
  path: "/api/qr-template/{id}/delete",
  permission: "qr:write",
  tag,
  summary: "Delete a QR template",
  description: "Codes that were made of it stay as they are.",
  params,
  result: messageResult,
});
