import { integer, optional } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";
import { labelGrids, papers } from "@/lib/drawing/label-layout";
import { checkSelected, selected } from "@/lib/resources/links/bulk/schema";
import { mostCodes } from "./bounds";

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
