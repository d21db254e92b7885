"use client";

import { Button, Checkbox, Group, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Editor } from "@/components/ui/editor";
import { ButtonLink } from "@/components/ui/link";
import { plainInputProps, UrlInput } from "@/components/ui/plain-inputs";
import { SecretLink } from "@/components/ui/secret-link";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { type Fields, useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import { webhookEvents } from "@/lib/resources/webhooks/events";
import { webhookName } from "./receiver-words";
import { emptyForm, ScopeFields, type WebhookForm } from "./scope-fields";

interface WebhookEditorProps {
  id: number;
  initial: Pick<WebhookForm, "name" | "url" | "events">;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

/** Changes a webhook. */
export function WebhookEditor({ id, initial, save }: WebhookEditorProps) {
  const t = useTranslations("webhooks");
  const confirmed = useConfirmed();
  const saved = useSaved(t("changed"));
  const page = `/dashboard/settings/webhooks/${id}`;
  const editor = useEditor({
    initial: { ...emptyForm, ...initial },
    save: (changes) => confirmed(() => save(changes)),
    required: ["url", "events"],
    onSaved: () => saved(webhookName(fields.form), page),
  });
  const { fields } = editor;
  return (
    <Editor editor={editor} cancel={page}>
      <WebhookFields fields={fields} />
    </Editor>
  );
}

interface Made {
  id: number;
  secret: string;
}

interface NewWebhookEditorProps {
  create: (input: Record<string, unknown>) => Promise<ActionResult<Made>>;
  campaigns: { value: string; label: string }[];
  tags: string[];
}

/** Creates a webhook, and shows its secret once. */
export function NewWebhookEditor({ create, campaigns, tags }: NewWebhookEditorProps) {
  const t = useTranslations("webhooks");
  const confirmed = useConfirmed();
  const [made, setMade] = useState<Made>();
  const editor = useEditor({
    initial: emptyForm,
    save: ({ scope, ...input }) => confirmed(() => create(input)),
    draft: "webhook",
    required: ["url", "events"],
    onSaved: setMade,
  });
  if (made)
    return (
      <Card title={t("created.title")}>
        <SecretLink label={t("secret")} url={made.secret} copy={t("copySecret")}>
          {t("created.text")}
        </SecretLink>
        <Group mt="md">
          <ButtonLink href={`/dashboard/settings/webhooks/${made.id}`} variant="default">
            {t("created.open")}
          </ButtonLink>
        </Group>
      </Card>
    );
  const { fields } = editor;
  return (
    <Editor editor={editor} submit={t("editor.create")} cancel="/dashboard/settings/webhooks">
      <WebhookFields fields={fields} />
      <ScopeFields fields={fields} campaigns={campaigns} tags={tags} />
    </Editor>
  );
}

/** The fields of every webhook. */
function WebhookFields({ fields }: { fields: Fields<WebhookForm> }) {
  const t = useTranslations("webhooks");
  const { events } = fields.form;
  const isFull = events.length === webhookEvents.length;
  return (
    <>
      <UrlInput
        {...fields.text("url")}
        label={t("editor.url")}
        description={t("editor.urlAbout")}
        placeholder="https://example.com/hooks"
        required
        {...plainInputProps}
      />
      <TextInput
        {...fields.text("name")}
        label={t("editor.name")}
        description={t("editor.nameAbout")}
        maxLength={100}
      />
      <Checkbox.Group
        label={t("editor.events")}
        description={t("editor.eventsAbout")}
        required
        value={events}
        onChange={(chosen) => fields.set("events", chosen)}
        error={fields.errors.events}
      >
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" my="sm">
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={t(`events.${event}`)}
              description={event}
              error={fields.errors.events !== undefined}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Group>
        <Button variant="default" size="xs" onClick={() => fields.set("events", isFull ? [] : [...webhookEvents])}>
          {t(isFull ? "editor.noEvents" : "editor.allEvents")}
        </Button>
      </Group>
    </>
  );
}
