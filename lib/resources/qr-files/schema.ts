import { integer, optional } from "@/lib/contract/fields";
import { type Operation, operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import { labelGrids, papers } from "@/lib/drawing/label-layout";
import { checkSelected, selected } from "@/lib/resources/links/bulk/schema";

/** The most links whose codes are in one file. */
export const mostCodes = 1_000;

/** Pictures with large logos can take a megabyte each. */
export const mostBytes = 2 ** 30;

const selection = {
  ...selected,
  filter: selected.filter.describe("Use instead of `ids` to draw the codes of all links that match this filter."),
  count: optional(integer(1, mostCodes)).describe(
    "With `filter`: the number of links that you expect, as shown in the list. If the filter now finds a different number, you get no file.",
  ),
};

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];

export const codesZipBody = z
  .object({
    ...selection,
    format: optional(z.enum(["svg", "png"])).describe("The file format of the pictures. Default: `svg`."),
    size: optional(integer(64, 2048)).describe("The width of PNG pictures, in pixels. Default: 1024."),
  })
  .superRefine(checkSelected)
  .meta({ example: { filter: { tag: "Spring" }, count: 151, format: "png", size: 512 } });

export const codesLabelsBody = z
  .object({
    ...selection,
    paper: optional(z.enum(keysOf(papers))).describe("The size of the paper. Default: `a4`."),
    labels: optional(z.enum(keysOf(labelGrids))).describe("Columns and rows of labels on a page. Default: `3x8`."),
  })
  .superRefine(checkSelected)
  .meta({ example: { filter: { tag: "Spring" }, count: 151, paper: "a4", labels: "3x8" } });

export type CodesZip = z.infer<typeof codesZipBody>;
export type CodesLabels = z.infer<typeof codesLabelsBody>;

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
