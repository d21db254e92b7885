"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";
import { ContentFields } from "./content-fields";
import { DesignFields, type DesignTools } from "./design-fields";
import { setterOfFields } from "./design-form";
import classes from "./designer.module.css";
import { PreviewPanel } from "./preview-panel";
import { drawnOf, inputOf, type QrForm } from "./qr-form";
import { TypeChoice } from "./type-choice";
import { type PreviewAction, readPreviewRefusals, usePreview } from "./use-preview";

interface QrDesignerProps extends DesignTools {
  initial: QrForm;
  /** The code to change. Undefined for a new one. */
  id?: number;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
  preview: PreviewAction;
  /** The preview of `initial`. */
  first: ActionResult<QrPreview>;
}

/** Creates or edits a QR code, with a preview. */
export function QrDesigner({ initial, id, save, preview, first, ...tools }: QrDesignerProps) {
  const t = useTranslations("qr.designer");
  const isNew = id === undefined;
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save: (changes) => save(inputOf(initial, changes)),
    draft: isNew ? "qr-code" : undefined,
    required: isNew ? [] : ["name"],
    onSaved: (entry) => saved(fields.form.name, `/dashboard/qr-codes/${entry}`),
  });
  const { fields } = editor;
  const { form, errors, set } = fields;
  const shown = usePreview(drawnOf(form, initial), preview, first);

  return (
    <div className={classes.designer}>
      <Editor
        editor={editor}
        submit={isNew ? t("create") : undefined}
        cancel={`/dashboard/qr-codes${isNew ? "" : `/${id}`}`}
      >
        {isNew && <TypeChoice value={form.type} onChange={(type) => set("type", type)} />}
        <ContentFields fields={fields} />
        <TextInput
          {...fields.text("name")}
          label={t("name")}
          description={isNew ? t("nameAbout") : undefined}
          required={!isNew}
          maxLength={100}
        />
        <DesignFields
          form={form}
          errors={{ ...readPreviewRefusals(shown), ...errors }}
          change={setterOfFields(set)}
          storedLogo={initial.logo}
          {...tools}
        />
      </Editor>
      <PreviewPanel shown={shown} hold={form.type === "wifi" ? (isNew ? "wifi" : "wifiPrinted") : "address"} />
    </div>
  );
}
