import { statistics } from "@/lib/clicks/statistics/schema";
import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { messageResult } from "@/lib/contract/result";
import { codesIn } from "@/lib/contract/schema-codes";
import { z } from "@/lib/contract/zod";
import { qrData } from "./data";
import { drawingRefuses, logoRefuses } from "./refusals";
import { createQrBody, pictureQuery, qrDetails, qrItem, qrList, updateQrBody } from "./schema";

const tag = "QR codes";
const params = z.object({ id: id() });

/** Refusals of a code's content, its logo, and pictures that cannot be read. */
const refuses: RefusalCode[] = [
  ...Object.values(qrData).flatMap((schema) => codesIn(schema)),
  ...drawingRefuses,
  ...logoRefuses,
  "qr_type_fixed",
  "url_blocked",
  "url_is_qr_code",
  "url_is_short_link",
];

export const listQrCodes = operation({
  method: "GET",
  path: "/api/qr",
  permission: "qr:read",
  tag,
  summary: "List your QR codes",
  query: pageQuery,
  result: qrList,
});

export const showQrCode = operation({
  versioned: true,
  method: "GET",
  path: "/api/qr/{id}",
  permission: "qr:read",
  tag,
  summary: "Show a QR code",
  description: "The code and the statistics of its scans. Bots are not counted.",
  params,
  query: pictureQuery,
  result: z.object({ details: qrDetails, data: statistics }),
});

export const addQrCode = operation({
  method: "POST",
  path: "/api/qr/add",
  permission: "qr:write",
  tag,
  summary: "Create a QR code",
  description:
    "The printed code contains an address of this service, so that scans are counted and you can change the content later. Only `wifi` is in the picture itself. A code that cannot be read in its colors is rejected.",
  body: createQrBody,
  refuses: [...refuses, "not_yours"],
  result: z.object({ id: qrItem.shape.id, link: qrItem.shape.link }),
});

export const changeQrCode = operation({
  versioned: true,
  method: "PUT",
  path: "/api/qr/{id}/update",
  permission: "qr:write",
  tag,
  summary: "Change a QR code",
  description: "Printed codes keep working and show the new content. Only a printed `wifi` code keeps its old content.",
  params,
  body: updateQrBody,
  refuses,
  result: messageResult,
});

export const removeQrCode = operation({
  method: "DELETE",
  path: "/api/qr/{id}/delete",
  permission: "qr:write",
  tag,
  summary: "Delete a QR code",
  description: "Its scans and statistics are deleted too. The printed code stops working.",
  params,
  result: messageResult,
});
