import { type Operation, operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import { mostBytes, mostCodes } from "./bounds";
import { codesLabelsBody, codesZipBody } from "./schema";

const tag = "QR code files";
const most = mostCodes.toLocaleString("en");
const refuses: Operation["refuses"] = [
  ...(["file_under_way", "no_room", "not_found", "not_together"] as const),
  ...(["required", "selection_changed", "transfers_busy"] as const),
];

const cost = ({ ids, count }: { ids?: number[]; count?: number }) => Math.ceil((ids?.length ?? count ?? 1) / 100);

export const downloadLinkQrs = operation({
  method: "POST",
  path: "/api/urls/qr/zip",
  permission: "links:read",
  tag,
  summary: "Download the QR codes of many links",
  description: `One ZIP file with a picture for each link, named after its alias, for up to ${most} links and up to ${mostBytes / 2 ** 30} GiB. Each code has the design that \`GET /api/url/{id}/qr\` shows. Only one file is created at a time for an account. Every hundred links count as one request toward the rate limit.`,
  body: codesZipBody,
  file: "application/zip",
  cost,
  refuses,
  result: z.object({}),
});

export const printLinkQrs = operation({
  method: "POST",
  path: "/api/urls/qr/labels",
  permission: "links:read",
  tag,
  summary: "Print the QR codes of many links on labels",
  description: `One PDF file for up to ${most} links. Each label has a link's QR code with its short URL below. The labels cover the page, and their content keeps 5 mm from each edge, for printers and cuts. Only one file is created at a time for an account. Every hundred links count as one request toward the rate limit.`,
  body: codesLabelsBody,
  file: "application/pdf",
  cost,
  refuses,
  result: z.object({}),
});
