import { statistics } from "@/lib/clicks/statistics/schema";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { resourceOperations } from "@/lib/contract/resource-operations";
import { findRefusalCodes } from "@/lib/contract/schema-codes";
import { z } from "@/lib/contract/zod";
import { qrData } from "./data";
import { drawingRefuses, logoRefuses, logoWarns } from "./refusals";
import { createQrBody, pictureQuery, qrDetails, qrItem, qrList, updateQrBody } from "./schema";

const { list, show, add, change, remove } = resourceOperations({
  tag: "QR codes",
  one: "a QR code",
  path: "/api/qr",
  permission: "qr",
});

/** Refusals of a code's content, its logo, and pictures that cannot be read. */
const refuses: RefusalCode[] = [
  ...Object.values(qrData).flatMap((schema) => findRefusalCodes(schema)),
  ...drawingRefuses,
  ...logoRefuses,
  "qr_type_fixed",
  "url_blocked",
  "url_is_qr_code",
  "url_is_short_link",
];

export const listQrCodes = list({ path: "/api/qr", summary: "List your QR codes", result: qrList });

export const showQrCode = {
  ...show({
    description: "The code and the statistics of its scans. Bots are not counted.",
    result: z.object({ details: qrDetails, data: statistics }),
  }),
  query: pictureQuery,
};

export const addQrCode = add({
  summary: "Create a QR code",
  description:
    "The printed code contains an address of this service, so that scans are counted and you can change the content later. Only `wifi` is in the picture itself. A code that cannot be read in its colors is rejected.",
  body: createQrBody,
  refuses: [...refuses, "not_yours"],
  warns: logoWarns,
  result: z.object({ id: qrItem.shape.id, link: qrItem.shape.link }),
});

export const changeQrCode = change({
  description: "Printed codes keep working and show the new content. Only a printed `wifi` code keeps its old content.",
  body: updateQrBody,
  refuses,
  warns: logoWarns,
});

export const removeQrCode = remove({
  description: "Its scans and statistics are deleted too. The printed code stops working.",
});
