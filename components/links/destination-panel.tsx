import { NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { completeUrl } from "./complete-url";
import type { LinkFields } from "./link-form";
import { withoutScheme } from "./without-scheme";

const redirects = ["302", "301", "307", "308"] as const;

interface DestinationPanelProps {
  fields: LinkFields;
  domains: string[];
  isNew: boolean;
}

export function DestinationPanel({ fields: { form, set, text }, domains, isNew }: DestinationPanelProps) {
  const t = useTranslations("links.editor");
  return (
    <Stack>
      <TextInput
        {...text("url")}
        label={t("url")}
        description={t("urlAbout")}
        placeholder="https://example.com/spring"
        inputMode="url"
        required
        onBlur={() => set("url", completeUrl(form.url))}
      />
      {domains.length > 1 && (
        <NativeSelect
          {...text("domain")}
          size="md"
          label={t("domain")}
          data={domains.map((domain) => ({ value: domain, label: withoutScheme(domain) }))}
        />
      )}
      <TextInput
        {...text("custom")}
        label={t("alias")}
        description={t(isNew ? "aliasNew" : "aliasPresent")}
        leftSection={domains.length === 1 ? undefined : "/"}
        placeholder={isNew ? t("aliasExample") : undefined}
        required={!isNew}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
      />
      <NativeSelect
        {...text("redirect")}
        size="md"
        label={t("redirect")}
        data={redirects.map((value) => ({ value, label: t(`redirects.${value}`) }))}
      />
      <Textarea
        {...text("description")}
        size="md"
        label={t("note")}
        description={t("noteAbout")}
        autosize
        minRows={2}
        maxLength={1000}
      />
    </Stack>
  );
}
