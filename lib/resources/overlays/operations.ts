import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { resourceOperations } from "@/lib/contract/resource-operations";
import { findRefusalCodes } from "@/lib/contract/schema-codes";
import { z } from "@/lib/contract/zod";
import { overlayContents } from "./content";
import { answerList, createOverlayBody, overlayDetails, overlayItem, overlayList, updateOverlayBody } from "./schema";

const { read, params, list, show, add, change, remove } = resourceOperations({
  tag: "CTA overlays",
  one: "an overlay",
  path: "/api/overlay",
  permission: "overlays",
  idIs: "The ID of the overlay.",
});

// The overlay's type decides which of them apply.
const contentCodes = Object.values(overlayContents).flatMap((content) => findRefusalCodes(content));
const refuses: RefusalCode[] = ["url_blocked", "url_is_short_link", "upload_not_yours", ...contentCodes];

const warns: RefusalCode[] = ["contrast_low"];

export const listOverlays = list({ path: "/api/overlay", summary: "List your overlays", result: overlayList });

export const showOverlay = show({ result: z.object({ data: overlayDetails }) });

export const listOverlayAnswers = operation({
  ...read,
  method: "GET",
  path: "/api/overlay/{id}/answers",
  summary: "List an overlay's answers",
  description: "Messages from a contact form, votes in a poll and e-mail addresses for a newsletter. Newest first.",
  params,
  query: pageQuery,
  result: answerList,
});

export const addOverlay = add({
  description:
    "`type` decides which fields `content` has. To show the overlay, set the `type` of a link to `overlay-<id>`.",
  body: createOverlayBody,
  refuses,
  warns,
  result: z.object({ id: overlayItem.shape.id }),
});

export const changeOverlay = change({
  description: "Fields that you do not send stay as they are. The type cannot be changed.",
  body: updateOverlayBody,
  refuses,
  warns,
});

export const removeOverlay = remove({
  description: "Its answers are deleted, too. Links that used it redirect straight to their destinations.",
});
