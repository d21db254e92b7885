"use client";

import { IconLayoutList, IconPalette, IconShare3 } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { WithPreview } from "@/components/preview/with-preview";
import type { Choice } from "@/components/ui/choice";
import { Editor } from "@/components/ui/editor";
import { EditorTabs } from "@/components/ui/editor-tabs";
import { retryImport } from "@/components/ui/retry-import";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import { useTab } from "@/components/ui/use-tab";
import type { ActionResult } from "@/lib/contract/action-result";
import { type BioForm, type Tab, tabsWith } from "./bio-form";
import { ContentPanel } from "./content-panel";
import { LookPanel } from "./look-panel";

// It comes when it is looked at: few choose from all of their pixels.
const SharingPanel = dynamic(() => retryImport(() => import("./sharing-panel").then((module) => module.SharingPanel)), {
  loading: () => null,
});

interface BioEditorProps {
  initial: BioForm;
  /** of the page to change; none where one is made */
  id?: number;
  /** where it begins */
  tab: Tab;
  /** what the addresses of bio pages begin with */
  base: string;
  /** those that can be chosen */
  pixels: Choice[];
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

export function BioEditor({ initial, id, tab, base, pixels, save }: BioEditorProps) {
  const t = useTranslations("bio.editor");
  const isNew = id === undefined;
  const { shown, show, showOneOf } = useTab("content", tab);
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save,
    required: ["name", "slug"],
    onRefused: (errors) => showOneOf(tabsWith(errors)),
    onSaved: (entry) => saved(fields.form.name, `/dashboard/bio/${entry}`),
  });
  const { fields } = editor;
  const { name, description, theme, blocks } = fields.form;
  return (
    <WithPreview action="/dashboard/bio/preview" draft={{ name, description, theme, blocks }} phone>
      <Editor
        editor={editor}
        submit={isNew ? t("create") : undefined}
        cancel={`/dashboard/bio${isNew ? "" : `/${id}`}`}
        bare
      >
        <EditorTabs
          shown={shown}
          show={show}
          wrong={tabsWith(fields.errors)}
          tabs={[
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
