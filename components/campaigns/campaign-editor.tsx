"use client";

import { Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { plainInputProps } from "@/components/ui/plain-inputs";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/readable-url";

interface CampaignEditorProps {
  initial: { name: string; slug: string; public: boolean };
  /** ID of the campaign to edit; undefined for a new one */
  id?: number;
  /** prefix of rotator addresses */
  rotators: string;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

export function CampaignEditor({ initial, id, rotators, save }: CampaignEditorProps) {
  const t = useTranslations("campaigns.editor");
  const isNew = id === undefined;
  const published = initial.slug !== "";
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save,
    draft: isNew ? "campaign" : undefined,
    required: [...(isNew ? [] : (["name"] as const)), ...(published ? (["slug"] as const) : [])],
    onSaved: (entry) => saved(fields.form.name, `/dashboard/campaigns/${entry}`),
  });
  const { fields } = editor;
  return (
    <Editor
      editor={editor}
      submit={isNew ? t("create") : undefined}
      cancel={`/dashboard/campaigns${isNew ? "" : `/${id}`}`}
    >
      <TextInput
        {...fields.text("name")}
        label={t("name")}
        description={isNew ? t("nameAbout") : undefined}
        required={!isNew}
        maxLength={100}
      />
      <TextInput
        {...fields.text("slug")}
        label={t("slug")}
        description={t(published ? "slugPresent" : "slugNew", { rotators: withoutScheme(rotators) })}
        placeholder={t("slugExample")}
        required={published}
        maxLength={64}
        {...plainInputProps}
      />
      <Switch {...fields.toggle("public")} label={t("public")} description={t("publicAbout")} />
    </Editor>
  );
}
