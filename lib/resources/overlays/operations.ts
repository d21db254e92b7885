import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { messageResult } from "@/lib/contract/result";
import { codesIn } from "@/lib/contract/schema-codes";
import { z } from "@/lib/contract/zod";
import { overlayContents } from "./content";
import { answerList, createOverlayBody, overlayDetails, overlayItem, overlayList, updateOverlayBody } from "./schema";

const tag = "CTA overlays";
const params = z.object({ id: id().describe("The ID of the overlay.") });

// The overlay's type decides which of them apply.
const contentCodes = Object.values(overlayContents).flatMap((content) => codesIn(content));
const refuses: RefusalCode[] = ["url_blocked", "url_is_short_link", "upload_not_yours", ...contentCodes];

export const listOverlays = operation({
  method: "GET",
  path: "/api/overlay",
  permission: "overlays:read",
  tag,
  summary: "List your overlays",
  query: pageQuery,
  result: overlayList,
});

export const showOverlay = operation({
  versioned: true,
  method: "GET",
  path: "/api/overlay/{id}",
  permission: "overlays:read",
  tag,
  summary: "Show an overlay",
  params,
  result: z.object({ data: overlayDetails }),
});

export const listOverlayAnswers = operation({
  method: "GET",
  path: "/api/overlay/{id}/answers",
  permission: "overlays:read",
  tag,
  summary: "List an overlay's answers",
  description: "Messages from a contact form, votes in a poll and e-mail addresses for a newsletter. Newest first.",
  params,
  query: pageQuery,
  result: answerList,
});

export const addOverlay = operation({
  method: "POST",
  path: "/api/overlay/add",
  permission: "overlays:write",
  tag,
  summary: "Add an overlay",
  description:
    "`type` decides which fields `content` has. To show the overlay, set the `type` of a link to `overlay-<id>`.",
  body: createOverlayBody,
  refuses,
  result: z.object({ id: overlayItem.shape.id }),
});

export const changeOverlay = operation({
  versioned: true,
  method: "PUT",
  path: "/api/overlay/{id}/update",
  permission: "overlays:write",
  tag,
  summary: "Change an overlay",
  description: "Fields that you do not send stay as they are. The type cannot be changed.",
  params,
  body: updateOverlayBody,
  refuses,
  result: messageResult,
});

export const removeOverlay = operation({
  method: "DELETE",
  path: "/api/overlay/{id}/delete",
  permission: "overlays:write",
  tag,
  summary: "Delete an overlay",
  description: "Its answers are deleted, too. Links that used it redirect straight to their destinations.",
  params,
  result: messageResult,
});
