import type { ActionResult } from "@/lib/contract/action-result";
import type { DesignForm } from "./design-form";

/** A saved design. */
export interface Template {
  id: number;
  name: string;
  design: DesignForm;
}

export interface TemplateActions {
  /** Takes the input of `createTemplateBody`. */
  create: (input: object) => Promise<ActionResult<number>>;
  rename: (id: number, name: string) => Promise<ActionResult<null>>;
  remove: (id: number) => Promise<ActionResult<null>>;
}
