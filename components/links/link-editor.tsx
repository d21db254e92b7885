"use client";

import { IconAnalyze, IconArrowsSplit, IconLock, IconPhoto, IconTargetArrow } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/choice";
import { Editor } from "@/components/ui/editor";
import { EditorSections } from "@/components/ui/editor-sections";
import { OnceInView } from "@/components/ui/once-in-view";
import { retryImport } from "@/components/ui/retry-import";
import { changesOf, useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import { DestinationPanel } from "./destination-panel";
import classes from "./link-aside.module.css";
import { type LinkForm, sentChanges, tabsWith } from "./link-form";
import { LookPanel } from "./look-panel";
import { ProtectionPanel } from "./protection-panel";
import type { ReplayAction } from "./replayed";
import type { RuleChoices } from "./rule-choices";
import { RulesPanel } from "./rules-panel";
import type { SavedLink } from "./saved-link";
import type { SimulateAction } from "./simulated";
import { TrackingPanel } from "./tracking-panel";
import type { Creations } from "./use-creations";
import { type LinkChoices, useLinkChoices } from "./use-link-choices";
import type { OfferedTemplate } from "./utm-template-field";

// Loaded only if there is space for it, which link-aside.module.css decides.
const LinkAside = dynamic(() => retryImport(() => import("./link-aside").then((module) => module.LinkAside)), {
  ssr: false,
});

interface LinkEditorProps {
  initial: LinkForm;
  /** the link to edit; undefined for a new one */
  link?: { id: number; isProtected: boolean; title: string };
  places: LinkChoices;
  creations: Creations;
  pixels: Choice[];
  templates: OfferedTemplate[];
  choices: RuleChoices;
  simulate: SimulateAction;
  replay?: ReplayAction;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<SavedLink>>;
}

/** Creates a link with options, or edits one. Only changes are sent. */
export function LinkEditor({ initial, link, save, simulate, replay, ...offered }: LinkEditorProps) {
  const t = useTranslations("links.editor");
  const isNew = !link;
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    save: (changes) => save(sentChanges(changes)),
    draft: isNew ? "link" : undefined,
    required: isNew ? ["url"] : ["url", "custom"],
    onSaved: ({ id, shortUrl }) => saved(shortUrl, isNew ? `/dashboard/links?created=${id}` : `/dashboard/links/${id}`),
  });
  const { fields } = editor;
  const { places, add } = useLinkChoices(offered.places);

  return (
    <div className={classes.split}>
      <Editor
        editor={editor}
        submit={isNew ? t("create") : undefined}
        cancel={`/dashboard/links${link ? `/${link.id}` : ""}`}
        bare
      >
        <EditorSections
          wrong={tabsWith(fields.errors)}
          sections={[
            {
              name: "destination",
              label: t("tabs.destination"),
              icon: IconTargetArrow,
              panel: (
                <DestinationPanel
                  fields={fields}
                  places={places}
                  add={add}
                  creations={offered.creations}
                  present={link && { id: link.id, alias: initial.custom, domain: initial.domain }}
                />
              ),
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
              panel: (
                <TrackingPanel
                  fields={fields}
                  pixels={offered.pixels}
                  templates={offered.templates}
                  campaigns={places.campaigns}
                  channels={places.channels}
                />
              ),
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
      <div className={classes.room}>
        <OnceInView>
          <LinkAside form={fields.form} link={link} />
        </OnceInView>
      </div>
    </div>
  );
}
