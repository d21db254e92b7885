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
import { useEffect, useRef, useState } from "react";
import { Editor } from "@/components/ui/editor";
import { notifyDone } from "@/components/ui/notify";
import { changesOf, useEditor } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/action-result";
import type { Places } from "./destination-panel";
import classes from "./link-editor.module.css";
import { type LinkForm, sentChanges, type Tab, tabs, tabsWith } from "./link-form";
import type { RuleChoices } from "./rules-panel";
import type { SavedLink } from "./saved-link";
import type { SimulateAction } from "./simulated";

// Each comes when it is looked at: most links are a destination and nothing else. Nothing else waits for it.
const loading = () => null;
const DestinationPanel = dynamic(() => import("./destination-panel").then((module) => module.DestinationPanel), {
  loading,
});
const RulesPanel = dynamic(() => import("./rules-panel").then((module) => module.RulesPanel), { loading });
const LookPanel = dynamic(() => import("./look-panel").then((module) => module.LookPanel), { loading });
const TrackingPanel = dynamic(() => import("./tracking-panel").then((module) => module.TrackingPanel), { loading });
const ProtectionPanel = dynamic(() => import("./protection-panel").then((module) => module.ProtectionPanel), {
  loading,
});

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
  link?: { id: number; isProtected: boolean; title: string };
  /** where it begins */
  tab: Tab;
  places: Places;
  pixels: { value: string; label: string }[];
  choices: RuleChoices;
  simulate: SimulateAction;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<SavedLink>>;
}

/** Makes a link with options, or changes one: only what was changed is sent. */
export function LinkEditor({ initial, link, save, simulate, ...offered }: LinkEditorProps) {
  const t = useTranslations("links.editor");
  const router = useRouter();
  const isNew = !link;
  const [tab, setTab] = useState(offered.tab);
  const show = (name: Tab) => {
    setTab(name);
    // Nothing is loaded anew, and what is typed stays.
    window.history.replaceState(null, "", name === "destination" ? location.pathname : `?tab=${name}`);
  };
  const list = useRef<HTMLDivElement>(null);
  // On a phone not all of them fit.
  useEffect(() => {
    list.current?.querySelector(`[value=${tab}]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);
  const editor = useEditor({
    initial,
    save: (changes) => save(sentChanges(changes)),
    required: isNew ? ["url"] : ["url", "custom"],
    onRefused: (errors) => {
      const wrong = tabsWith(errors);
      if (wrong[0] && !wrong.includes(tab)) show(wrong[0]);
    },
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
      <Tabs value={tab} onChange={(value) => show(value as Tab)}>
        <Tabs.List ref={list} className={classes.tabs}>
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
            <DestinationPanel fields={fields} places={offered.places} isNew={isNew} />
          </Tabs.Panel>
          <Tabs.Panel value="rules">
            <RulesPanel
              fields={fields}
              choices={offered.choices}
              changes={() => sentChanges({ rules: null, ...changesOf(fields.form, { ...initial, rules: [] }) })}
              simulate={simulate}
            />
          </Tabs.Panel>
          <Tabs.Panel value="look">
            <LookPanel fields={fields} title={link?.title ?? ""} />
          </Tabs.Panel>
          <Tabs.Panel value="tracking">
            <TrackingPanel fields={fields} pixels={offered.pixels} />
          </Tabs.Panel>
          <Tabs.Panel value="protection">
            <ProtectionPanel fields={fields} isProtected={link?.isProtected ?? false} />
          </Tabs.Panel>
        </Box>
      </Tabs>
    </Editor>
  );
}
