"use client";

import { Fieldset, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { WithPreview } from "@/components/preview/with-preview";
import { Editor } from "@/components/ui/editor";
import { PaletteFields } from "@/components/ui/palette-fields";
import { partOf } from "@/components/ui/part-of";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import type { OverlayType } from "@/lib/resources/overlays/content";
import { type OverlayForm, overlayFields, sentContent } from "./overlay-form";
import { OverlayInput } from "./overlay-input";
import { PlacingFields } from "./placing-fields";

interface OverlayEditorProps {
  type: OverlayType;
  initial: OverlayForm;
  isNew?: boolean;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<null>>;
}

export function OverlayEditor({ type, initial, isNew = false, save }: OverlayEditorProps) {
  const t = useTranslations("overlays.editor");
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save: ({ content, ...changes }) =>
      save(content ? { ...changes, content: sentContent(content as OverlayForm["content"]) } : { ...changes, content }),
    draft: isNew ? `overlay-${type}` : undefined,
    required: ["name"],
    onSaved: () => saved(fields.form.name, "/dashboard/overlays"),
  });
  const { fields } = editor;
  const content = partOf(fields.form.content, "content", fields, (part) => fields.set("content", part));
  const colors = partOf(content.form.colors, "colors", content, (part) => content.set("colors", part));
  const { needed, more } = overlayFields[type];
  return (
    <WithPreview action="/dashboard/overlays/preview" draft={{ type, content: sentContent(content.form) }}>
      <Editor editor={editor} submit={isNew ? t("create") : undefined} cancel="/dashboard/overlays">
        <TextInput {...fields.text("name")} label={t("name")} description={t("nameAbout")} required maxLength={100} />
        {[...needed, ...more].map((field) => (
          <OverlayInput key={field} {...{ type, field, content }} required={needed.includes(field)} />
        ))}
        <PlacingFields fields={content} />
        {type !== "image" && (
          <Fieldset legend={t("colors")}>
            <PaletteFields fields={colors} />
          </Fieldset>
        )}
      </Editor>
    </WithPreview>
  );
}
