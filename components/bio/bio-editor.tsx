"use client";

import { Box, Tabs } from "@mantine/core";
import { IconAlertCircle, IconLayoutList, IconPalette, IconShare3 } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import tabClasses from "@/components/links/link-editor.module.css";
import { WithPreview } from "@/components/preview/with-preview";
import { Editor } from "@/components/ui/editor";
import { notifyDone } from "@/components/ui/notify";
import { useEditor } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/action-result";
import { type BioForm, type Tab, tabs, tabsWith } from "./bio-form";
import { ContentPanel } from "./content-panel";
import { LookPanel } from "./look-panel";
import { SharingPanel } from "./sharing-panel";

const icons: Record<Tab, typeof IconPalette> = { content: IconLayoutList, look: IconPalette, sharing: IconShare3 };

interface BioEditorProps {
  initial: BioForm;
  /** of the page to change; none where one is made */
  id?: number;
  /** what the addresses of bio pages begin with */
  base: string;
  /** those that can be chosen */
  pixels: { value: string; label: string }[];
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

export function BioEditor({ initial, id, base, pixels, save }: BioEditorProps) {
  const t = useTranslations("bio.editor");
  const router = useRouter();
  const isNew = id === undefined;
  const [tab, setTab] = useState<Tab>("content");
  const editor = useEditor({
    initial,
    save,
    required: ["name", "slug"],
    onRefused: (errors) => setTab((present) => tabsWith(errors)[0] ?? present),
    onSaved: (saved) => {
      notifyDone(t(isNew ? "created" : "saved"), fields.form.name);
      router.push(`/dashboard/bio/${saved}`);
    },
  });
  const { fields } = editor;
  const { name, description, theme, blocks } = fields.form;
  const refused = tabsWith(fields.errors);
  return (
    <WithPreview action="/dashboard/bio/preview" draft={{ name, description, theme, blocks }} phone>
      <Editor
        editor={editor}
        submit={t(isNew ? "create" : "save")}
        cancel={`/dashboard/bio${isNew ? "" : `/${id}`}`}
        bare
      >
        <Tabs value={tab} onChange={(value) => setTab(value as Tab)}>
          <Tabs.List className={tabClasses.tabs}>
            {tabs.map((value) => {
              const wrong = refused.includes(value);
              const Icon = wrong ? IconAlertCircle : icons[value];
              const label = t(`tabs.${value}`);
              return (
                <Tabs.Tab
                  key={value}
                  value={value}
                  leftSection={<Icon size={17} className={wrong ? tabClasses.wrong : undefined} />}
                  aria-label={wrong ? t("wrongTab", { tab: label }) : undefined}
                >
                  {label}
                </Tabs.Tab>
              );
            })}
          </Tabs.List>
          <Box p={{ base: "md", sm: "xl" }}>
            <Tabs.Panel value="content">
              <ContentPanel fields={fields} isNew={isNew} base={base} />
            </Tabs.Panel>
            <Tabs.Panel value="look">
              <LookPanel fields={fields} />
            </Tabs.Panel>
            <Tabs.Panel value="sharing">
              <SharingPanel fields={fields} pixels={pixels} />
            </Tabs.Panel>
          </Box>
        </Tabs>
      </Editor>
    </WithPreview>
  );
}
