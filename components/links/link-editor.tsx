"use client";

import { Alert, Box, Button, Group, Paper, Tabs } from "@mantine/core";
import {
  IconAlertCircle,
  IconAnalyze,
  IconArrowsSplit,
  IconLock,
  IconPhoto,
  IconTargetArrow,
} from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { notifyDone } from "@/components/ui/notify";
import { useReach } from "@/components/ui/use-reach";
import type { ActionResult, FieldErrors } from "@/lib/action-result";
import { DestinationPanel } from "./destination-panel";
import classes from "./link-editor.module.css";
import { changesOf, type LinkForm, problemsOf, type Tab, tabs, tabsWith } from "./link-form";
import { LookPanel } from "./look-panel";
import { ProtectionPanel } from "./protection-panel";
import { type RuleChoices, RulesPanel } from "./rules-panel";
import type { SavedLink } from "./saved-link";
import { TrackingPanel } from "./tracking-panel";
import { useLinkForm } from "./use-link-form";

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
  const words = useTranslations("ui");
  const router = useRouter();
  const reach = useReach();
  const isNew = !link;
  const fields = useLinkForm(initial);
  const [tab, setTab] = useState<Tab>("destination");
  const [failure, setFailure] = useState<string>();
  const [attempts, setAttempts] = useState(0);
  const [pending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const refused = tabsWith(fields.errors);

  // After the tab with the first refused field has been rendered.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);

  const refuse = (sentence: string, errors: FieldErrors) => {
    const [first] = tabsWith(errors);
    fields.setErrors(errors);
    setFailure(first ? t("marked") : sentence);
    if (first) setTab(first);
    setAttempts((count) => count + 1);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    const problems = problemsOf(fields.form, isNew);
    if (Object.keys(problems).length > 0) return refuse("", problems);
    startTransition(async () => {
      const result = await reach(save(changesOf(fields.form, initial)));
      if (!result.ok) return refuse(result.error, result.errors);
      const { id, shortUrl } = result.value;
      notifyDone(t(isNew ? "created" : "saved"), shortUrl);
      router.push(isNew ? `/dashboard/links?created=${id}` : `/dashboard/links/${id}`);
    });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Paper className={classes.editor}>
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
        <div className={classes.end}>
          <div role="alert">
            {failure && (
              <Alert color="red" variant="light" icon={<IconAlertCircle size={19} />} mb="md">
                {failure}
              </Alert>
            )}
          </div>
          <Group justify="flex-end">
            <Button component={Link} href={`/dashboard/links${link ? `/${link.id}` : ""}`} variant="default">
              {words("cancel")}
            </Button>
            <Button type="submit" loading={pending}>
              {t(isNew ? "create" : "save")}
            </Button>
          </Group>
        </div>
      </Paper>
    </form>
  );
}
