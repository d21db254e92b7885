import type { DesignTools } from "@/components/qr-codes/design-fields";
import { designForm } from "@/components/qr-codes/design-form";
import type { Actor } from "@/lib/auth/actor";
import { hasPermission } from "@/lib/auth/permissions";
import { readTemplateDesign } from "@/lib/drawing/designs";
import { listTemplates } from "@/lib/resources/qr-codes/templates";
import { createTemplateAction, deleteTemplateAction, renameTemplateAction } from "./actions";

/** The most templates that an account can have. */
const all = { page: 1, limit: 200 };

/** The props that every QR code designer needs besides the design. */
export async function designerTools(actor: Actor): Promise<DesignTools> {
  const { rows } = hasPermission(actor, "qr:read") ? await listTemplates(actor, all) : { rows: [] };
  return {
    templates: rows.map(({ id, name, design }) => ({ id, name, design: designForm(readTemplateDesign(design)) })),
    templateActions: { create: createTemplateAction, rename: renameTemplateAction, remove: deleteTemplateAction },
  };
}
