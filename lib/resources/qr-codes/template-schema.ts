import { id, name, optional, timestamp } from "@/lib/contract/fields";
import { pageResult } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";
import { changedDesign, design, newDesign } from "@/lib/drawing/design";

export const createTemplateBody = z
  .object({ name: name(), ...newDesign })
  .meta({ example: { name: "Spring", foreground: "rgb(30,60,90)", dots: "rounded" } });

export const updateTemplateBody = z
  .object({ name: optional(name()), ...changedDesign })
  .meta({ example: { name: "Summer" } });

export type CreateTemplate = z.infer<typeof createTemplateBody>;
export type UpdateTemplate = z.infer<typeof updateTemplateBody>;

export const templateItem = z.object({ id: id(), name: name(), design, date: timestamp() }).meta({ id: "QrTemplate" });

export const templateList = pageResult("templates", templateItem);
