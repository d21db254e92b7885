import { id, name, optional, timestamp } from "@/lib/contract/fields";
import { messageResult, operation, resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";
import { changedDesign, design, newDesign } from "@/lib/drawing/design";
import { drawingRefuses, linkQr, linkQrBody, logoRefuses, logoWarns, pictureQuery } from "./schema";

export const createTemplateBody = z
  .object({ name: name(), ...newDesign })
  .meta({ example: { name: "Spring", foreground: "rgb(30,60,90)", dots: "rounded" } });

const updateTemplateBody = z.object({ name: optional(name()), ...changedDesign }).meta({ example: { name: "Summer" } });

export type CreateTemplate = z.infer<typeof createTemplateBody>;
export type UpdateTemplate = z.infer<typeof updateTemplateBody>;

export const templateItem = z.object({ id: id(), name: name(), design, date: timestamp() }).meta({ id: "QrTemplate" });

const templateList = pageResult("templates", templateItem);

const tag = "QR codes";
const { list, show, add, change, remove } = resourceOperations({
  tag,
  one: "a QR template",
  path: "/api/qr-template",
  permission: "qr",
});
const params = z.object({ id: id() });
const refuses = [...drawingRefuses, ...logoRefuses];

export const showLinkQr = operation({
  versioned: true,
  method: "GET",
  path: "/api/url/{id}/qr",
  permission: "links:read",
  tag,
  summary: "Show a link's own QR code",
  description: "Every link has its own QR code, at its short URL followed by `/qr`. It opens the short URL itself.",
  params,
  query: pictureQuery,
  result: z.object({ details: linkQr }),
});

export const changeLinkQr = operation({
  versioned: true,
  method: "PUT",
  path: "/api/url/{id}/qr/update",
  permission: "links:write",
  tag,
  summary: "Design a link's own QR code",
  description:
    "Every field is optional. Fields that you send replace the stored ones. Printed codes keep working. A design that cannot be scanned is rejected.",
  params,
  body: linkQrBody,
  refuses: [...refuses, "not_yours"],
  warns: logoWarns,
  result: messageResult,
});

export const listQrTemplates = list({
  path: "/api/qr-templates",
  summary: "List your QR templates",
  result: templateList,
});

export const showQrTemplate = show({ result: z.object({ data: templateItem }) });

export const addQrTemplate = add({
  summary: "Save a QR template",
  description: "A design for QR codes. Use it as `template` when you create a QR code or design a link's QR code.",
  body: createTemplateBody,
  refuses,
  warns: logoWarns,
  result: z.object({ id: templateItem.shape.id }),
});

export const changeQrTemplate = change({
  description: "Codes that use it keep their design.",
  body: updateTemplateBody,
  refuses,
  warns: logoWarns,
});

export const removeQrTemplate = remove({ description: "Codes that use it keep their design." });
