"use client";

import { IconAnalyze, IconArrowsSplit, IconLock, IconPhoto, IconTargetArrow } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/choice";
import { Editor } from "@/components/ui/editor";
import { EditorTabs } from "@/components/ui/editor-tabs";
import { retryImport } from "@/components/ui/retry-import";
import { changesOf, useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import { useTab } from "@/components/ui/use-tab";
import type { ActionResult } from "@/lib/contract/action-result";
import type { Tab } from "@/lib/resources/links/fields";
import type { Places } from "./destination-panel";
import { type LinkForm, sentChanges, tabsWith } from "./link-form";
import type { ReplayAction } from "./replayed";
import type { RuleChoices } from "./rule-choices";
import type { SavedLink } from "./saved-link";
import type { SimulateAction } from "./simulated";

// Each comes when it is looked at: most links are a destination and nothing else. Nothing else waits for it.
const loading = () => null;
const DestinationPanel = dynamic(
  () => retryImport(() => import("./destination-panel").then((module) => module.DestinationPanel)),
  {
    loading,
  },
);
const RulesPanel = dynamic(() => retryImport(() => import("./rules-panel").then((module) => module.RulesPanel)), {
  loading,
});
const LookPanel = dynamic(() => retryImport(() => import("./look-panel").then((module) => module.LookPanel)), {
  loading,
});
const TrackingPanel = dynamic(
  () => retryImport(() => import("./tracking-panel").then((module) => module.TrackingPanel)),
  { loading },
);
const ProtectionPanel = dynamic(
  () => retryImport(() => import("./protection-panel").then((module) => module.ProtectionPanel)),
  {
    loading,
  },
);

interface LinkEditorProps {
  initial: LinkForm;
  /** the link to change; none where one is made */
  link?: { id: number; isProtected: boolean; title: string };
  /** where it begins */
  tab: Tab;
  places: Places;
  pixels: Choice[];
  choices: RuleChoices;
  simulate: SimulateAction;
  replay?: ReplayAction;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<SavedLink>>;
}

/** Makes a link with options, or changes one: only what was changed is sent. */
export function LinkEditor({ initial, link, save, simulate, replay, ...offered }: LinkEditorProps) {
  const t = useTranslations("links.editor");
  const isNew = !link;
  const { shown, show, showOneOf } = useTab("destination", offered.tab);
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save: (changes) => save(sentChanges(changes)),
    required: isNew ? ["url"] : ["url", "custom"],
    onRefused: (errors) => showOneOf(tabsWith(errors)),
    onSaved: ({ id, shortUrl }) => saved(shortUrl, isNew ? `/dashboard/links?created=${id}` : `/dashboard/links/${id}`),
  });
  const { fields } = editor;

  return (
    <Editor
      editor={editor}
      submit={isNew ? t("create") : undefined}
      cancel={`/dashboard/links${link ? `/${link.id}` : ""}`}
      bare
    >
      <EditorTabs
        shown={shown}
        show={show}
        wrong={tabsWith(fields.errors)}
        tabs={[
          {
            name: "destination",
            label: t("tabs.destination"),
            icon: IconTargetArrow,
            panel: <DestinationPanel fields={fields} places={offered.places} isNew={isNew} />,
          },
          {
            name: "rules",
            label: t("tabs.rules"),
            icon: IconArrowsSplit,
            panel: (
              <RulesPanel
                fields={fields}
                choices={offered.choices}
                changes={() => sentChanges({ rules: null, ...changesOf(fields.form, { ...initial, rules: [] }) })}
                simulate={simulate}
                replay={replay}
              />
            ),
          },
          {
            name: "look",
            label: t("tabs.look"),
            icon: IconPhoto,
            panel: <LookPanel fields={fields} title={link?.title ?? ""} />,
          },
          {
            name: "tracking",
            label: t("tabs.tracking"),
            icon: IconAnalyze,
            panel: <TrackingPanel fields={fields} pixels={offered.pixels} />,
          },
          {
            name: "protection",
            label: t("tabs.protection"),
            icon: IconLock,
            panel: <ProtectionPanel fields={fields} isProtected={link?.isProtected ?? false} />,
          },
        ]}
      />
    </Editor>
  );
}
