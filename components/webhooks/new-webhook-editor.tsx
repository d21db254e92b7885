"use client";

import { Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Editor } from "@/components/ui/editor";
import { ButtonLink } from "@/components/ui/link";
import { SecretLink } from "@/components/ui/secret-link";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useEditor } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import { ScopeFields } from "./scope-fields";
import { WebhookFields } from "./webhook-fields";
import { emptyForm } from "./webhook-form";

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
