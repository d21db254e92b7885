"use client";

import { SimpleGrid, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { Editor } from "@/components/ui/editor";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";
import { ColourField } from "./colour-field";
import { ContentFields } from "./content-fields";
import classes from "./designer.module.css";
import { LogoField } from "./logo-field";
import { PreviewPanel } from "./preview-panel";
import { inputOf, type QrForm } from "./qr-form";
import { TypeChoice } from "./type-choice";
import { type PreviewAction, usePreview } from "./use-preview";

interface QrDesignerProps {
  initial: QrForm;
  /** of the code to change; none where one is made */
  id?: number;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
  preview: PreviewAction;
  /** what `preview` says of `initial` */
  first: ActionResult<QrPreview>;
  keepLogo: (picture: File | string) => Promise<ActionResult<string>>;
}

/** Makes a QR code or changes one, beside its picture as it will be stored. */
export function QrDesigner({ initial, id, save, preview, first, keepLogo }: QrDesignerProps) {
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
  const [uploading, startUpload] = useTransition();
  const { form, errors, set } = fields;
  // While an address is typed nothing is fetched from it.
  const isDrawn = form.logo.startsWith("/uploads/") || form.logo === initial.logo;
  const shown = usePreview({ ...form, logo: isDrawn ? form.logo : "" }, preview, first);
  const refusals = refusalsOf(shown);
  const errorOf = (field: "foreground" | "background" | "logo") => errors[field] ?? refusals?.[field];

  const colour = (field: "foreground" | "background") => (
    <ColourField
      label={t(field)}
      choose={t(`${field}Choose`)}
      value={form[field]}
      error={errorOf(field)}
      onChange={(value) => set(field, value)}
    />
  );

  return (
    <div className={classes.designer}>
      <Editor
        // A code that is saved while its logo is on its way would be without it.
        editor={{ ...editor, pending: editor.pending || uploading }}
        submit={isNew ? t("create") : undefined}
        cancel={`/dashboard/qr-codes${isNew ? "" : `/${id}`}`}
      >
        {isNew && <TypeChoice value={form.type} onChange={(type) => set("type", type)} />}
        <ContentFields fields={fields} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} className={classes.colours}>
          {colour("foreground")}
          {colour("background")}
        </SimpleGrid>
        <LogoField
          value={form.logo}
          stored={initial.logo}
          error={errorOf("logo")}
          onChange={(logo) => set("logo", logo)}
          uploading={uploading}
          startUpload={startUpload}
          keep={keepLogo}
        />
        <TextInput
          {...fields.text("name")}
          label={t("name")}
          description={isNew ? t("nameAbout") : undefined}
          required={!isNew}
          maxLength={100}
        />
      </Editor>
      <PreviewPanel shown={shown} isWifi={form.type === "wifi"} isNew={isNew} />
    </div>
  );
}

function refusalsOf(shown: ActionResult<{ refusal: { path: string; message: string } | null }>) {
  if (!shown.ok) return shown.errors;
  const { refusal } = shown.value;
  return refusal && { [refusal.path]: refusal.message };
}
