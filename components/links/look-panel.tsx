import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { completeUrl } from "./complete-url";
import type { LinkFields } from "./link-form";

export function LookPanel({ fields: { form, set, text } }: { fields: LinkFields }) {
  const t = useTranslations("links.editor");
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("look")}
      </Text>
      <TextInput {...text("metatitle")} label={t("metatitle")} maxLength={255} />
      <Textarea
        {...text("metadescription")}
        size="md"
        label={t("metadescription")}
        autosize
        minRows={3}
        maxLength={1000}
      />
      <TextInput
        {...text("metaimage")}
        label={t("metaimage")}
        description={t("metaimageAbout")}
        placeholder="https://example.com/picture.jpg"
        inputMode="url"
        onBlur={() => set("metaimage", completeUrl(form.metaimage))}
      />
    </Stack>
  );
}
