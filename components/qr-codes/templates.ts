import type { ActionResult } from "@/lib/contract/action-result";
import type { DesignForm } from "./design-form";

/** A design to be used again. */
export interface Template {
  id: number;
  name: string;
  design: DesignForm;
}

export interface TemplateActions {
  /** takes what `createTemplateBody` does */
  create: (input: object) => Promise<ActionResult<number>>;
  rename: (id: number, name: string) => Promise<ActionResult<null>>;
  remove: (id: number) => Promise<ActionResult<null>>;
}
