"use client";

import { IconLayoutList, IconPalette, IconShare3 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { WithPreview } from "@/components/preview/with-preview";
import type { Choice } from "@/components/ui/choice";
import { Editor } from "@/components/ui/editor";
import { EditorSections } from "@/components/ui/editor-sections";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import { type BioForm, tabsWith } from "./bio-form";
import { ContentPanel } from "./content-panel";
import { LookPanel } from "./look-panel";
import { SharingPanel } from "./sharing-panel";

interface BioEditorProps {
  initial: BioForm;
  /** The page to change. Undefined for a new one. */
  id?: number;
  /** The start of all bio pages' addresses. */
  base: string;
  /** Pixels to choose from. */
  pixels: Choice[];
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

export function BioEditor({ initial, id, base, pixels, save }: BioEditorProps) {
  const t = useTranslations("bio.editor");
  const isNew = id === undefined;
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save,
    draft: isNew ? "bio" : undefined,
    required: ["name", "slug"],
    onSaved: (entry) => saved(fields.form.name, `/dashboard/bio/${entry}`),
  });
  const { fields } = editor;
  const { name, description, avatar, theme, blocks } = fields.form;
  return (
    <WithPreview action="/dashboard/bio/preview" draft={{ name, description, avatar, theme, blocks }} phone>
      <Editor
        editor={editor}
        submit={isNew ? t("create") : undefined}
        cancel={`/dashboard/bio${isNew ? "" : `/${id}`}`}
        bare
      >
        <EditorSections
          wrong={tabsWith(fields.errors)}
          sections={[
            {
              name: "content",
              label: t("tabs.content"),
              icon: IconLayoutList,
              panel: <ContentPanel fields={fields} isNew={isNew} base={base} />,
            },
            { name: "look", label: t("tabs.look"), icon: IconPalette, panel: <LookPanel fields={fields} /> },
            {
              name: "sharing",
              label: t("tabs.sharing"),
              icon: IconShare3,
              panel: <SharingPanel fields={fields} pixels={pixels} />,
            },
          ]}
        />
      </Editor>
    </WithPreview>
  );
}
