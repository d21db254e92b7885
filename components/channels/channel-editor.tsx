"use client";

import { Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ColorField } from "@/components/ui/color-field";
import { Editor } from "@/components/ui/editor";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";

interface ChannelEditorProps {
  initial: { name: string; description: string; color: string; starred: boolean };
  /** ID of the channel to edit; undefined for a new one */
  id?: number;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

export function ChannelEditor({ initial, id, save }: ChannelEditorProps) {
  const t = useTranslations("channels.editor");
  const isNew = id === undefined;
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save,
    draft: isNew ? "channel" : undefined,
    required: ["name", "color"],
    onSaved: (entry) => saved(fields.form.name, `/dashboard/channels/${entry}`),
  });
  const { fields } = editor;
  return (
    <Editor
      editor={editor}
      submit={isNew ? t("create") : undefined}
      cancel={`/dashboard/channels${isNew ? "" : `/${id}`}`}
    >
      <TextInput {...fields.text("name")} label={t("name")} required maxLength={100} />
      <Textarea {...fields.text("description")} label={t("note")} description={t("noteAbout")} maxLength={1000} />
      <ColorField
        label={t("color")}
        value={fields.form.color}
        error={fields.errors.color}
        onChange={(value) => fields.set("color", value)}
      />
      <Switch {...fields.toggle("starred")} label={t("favourite")} />
    </Editor>
  );
}
