import { Code, Stack, Text, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { plainInputProps } from "@/components/ui/plain-inputs";
import type { Fields } from "@/components/ui/use-editor";
import { placeholderNames } from "@/lib/resources/forwardings/kinds/placeholder-names";
import type { ForwardingForm } from "./forwarding-form";

/** The template of a request's body, and the placeholders that it can contain. */
export function TemplateFields({ fields }: { fields: Fields<ForwardingForm> }) {
  const t = useTranslations("forwardings.editor");
  return (
    <>
      <Textarea
        {...fields.text("body")}
        label={t("body")}
        description={t("bodyAbout")}
        autosize
        minRows={2}
        maxLength={8_192}
        {...plainInputProps}
      />
      <Stack gap={4}>
        <Text>{t("placeholders")}</Text>
        <Code block style={{ whiteSpace: "normal" }}>
          {placeholderNames.map((name) => `{${name}}`).join(" ")}
        </Code>
      </Stack>
    </>
  );
}
