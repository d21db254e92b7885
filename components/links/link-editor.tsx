"use client";

import { Box, Tabs } from "@mantine/core";
import {
  IconAlertCircle,
  IconAnalyze,
  IconArrowsSplit,
  IconLock,
  IconPhoto,
  IconTargetArrow,
} from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Editor } from "@/components/ui/editor";
import { notifyDone } from "@/components/ui/notify";
import { useEditor } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/action-result";
import { DestinationPanel } from "./destination-panel";
import classes from "./link-editor.module.css";
import { type LinkForm, type Tab, tabs, tabsWith } from "./link-form";
import { LookPanel } from "./look-panel";
import { ProtectionPanel } from "./protection-panel";
import type { RuleChoices } from "./rules-panel";
import type { SavedLink } from "./saved-link";
import { TrackingPanel } from "./tracking-panel";

// Its searchable lists are the heaviest part, and most links have no rules.
const RulesPanel = dynamic(() => import("./rules-panel").then((module) => module.RulesPanel));

const icons: Record<Tab, typeof IconLock> = {
  destination: IconTargetArrow,
  rules: IconArrowsSplit,
  look: IconPhoto,
  tracking: IconAnalyze,
  protection: IconLock,
};

interface LinkEditorProps {
  initial: LinkForm;
  /** the link to change; none where one is made */
  link?: { id: number; isProtected: boolean };
  domains: string[];
  choices: RuleChoices;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<SavedLink>>;
}

/** Makes a link with options, or changes one: only what was changed is sent. */
export function LinkEditor({ initial, link, domains, choices, save }: LinkEditorProps) {
  const t = useTranslations("links.editor");
  const router = useRouter();
  const isNew = !link;
  const [tab, setTab] = useState<Tab>("destination");
  const editor = useEditor({
    initial,
    save,
    required: isNew ? ["url"] : ["url", "custom"],
    onRefused: (errors) => setTab((present) => tabsWith(errors)[0] ?? present),
    onSaved: ({ id, shortUrl }) => {
      notifyDone(t(isNew ? "created" : "saved"), shortUrl);
      router.push(isNew ? `/dashboard/links?created=${id}` : `/dashboard/links/${id}`);
    },
  });
  const { fields } = editor;
  const refused = tabsWith(fields.errors);

  return (
    <Editor
      editor={editor}
      submit={t(isNew ? "create" : "save")}
      cancel={`/dashboard/links${link ? `/${link.id}` : ""}`}
      bare
    >
      <Tabs value={tab} onChange={(value) => setTab(value as Tab)}>
        <Tabs.List className={classes.tabs}>
          {tabs.map((name) => {
            const Icon = icons[name];
            const label = t(`tabs.${name}`);
            const wrong = refused.includes(name);
            return (
              <Tabs.Tab
                key={name}
                value={name}
                leftSection={wrong ? <IconAlertCircle size={17} className={classes.wrong} /> : <Icon size={17} />}
                aria-label={wrong ? t("wrongTab", { tab: label }) : undefined}
              >
                {label}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Box p={{ base: "md", sm: "xl" }}>
          <Tabs.Panel value="destination">
            <DestinationPanel fields={fields} domains={domains} isNew={isNew} />
          </Tabs.Panel>
          <Tabs.Panel value="rules">
            <RulesPanel fields={fields} choices={choices} />
          </Tabs.Panel>
          <Tabs.Panel value="look">
            <LookPanel fields={fields} />
          </Tabs.Panel>
          <Tabs.Panel value="tracking">
            <TrackingPanel fields={fields} />
          </Tabs.Panel>
          <Tabs.Panel value="protection">
            <ProtectionPanel fields={fields} isProtected={link?.isProtected ?? false} />
          </Tabs.Panel>
        </Box>
      </Tabs>
    </Editor>
  );
}
