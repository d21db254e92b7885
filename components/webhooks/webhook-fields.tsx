import { Button, Checkbox, Group, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { UrlInput } from "@/components/ui/url-input";
import type { Fields } from "@/components/ui/use-editor";
import { plainInputProps } from "@/components/ui/verbatim";
import { webhookEvents } from "@/lib/resources/webhooks/events";
import type { WebhookForm } from "./webhook-form";

/** The fields of every webhook. */
export function WebhookFields({ fields }: { fields: Fields<WebhookForm> }) {
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
