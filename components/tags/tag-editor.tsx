"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ColorField } from "@/components/ui/color-field";
import { Editor } from "@/components/ui/editor";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";

interface TagEditorProps {
  initial: { name: string; color: string };
  isNew?: boolean;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<null>>;
}

export function TagEditor({ initial, isNew = false, save }: TagEditorProps) {
  const t = useTranslations("tags.editor");
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save,
    draft: isNew ? "tag" : undefined,
    required: ["name", "color"],
    onSaved: () => saved(fields.form.name, "/dashboard/tags"),
  });
  const { fields } = editor;
  return (
    <Editor editor={editor} submit={isNew ? t("create") : undefined} cancel="/dashboard/tags">
      <TextInput {...fields.text("name")} label={t("name")} description={t("nameAbout")} required maxLength={64} />
      <ColorField
        label={t("color")}
        value={fields.form.color}
        error={fields.errors.color}
        onChange={(value) => fields.set("color", value)}
      />
    </Editor>
  );
}
