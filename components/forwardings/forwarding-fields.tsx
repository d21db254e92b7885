import { Checkbox, Code, PasswordInput, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { UrlInput } from "@/components/ui/url-input";
import type { Fields } from "@/components/ui/use-editor";
import { plainInputProps } from "@/components/ui/verbatim";
import { placeholderNames } from "@/lib/resources/forwardings/kinds/placeholder-names";
import { type ForwardingForm, uses } from "./forwarding-form";

interface ForwardingFieldsProps {
  fields: Fields<ForwardingForm>;
  /** The end of the token that is stored. */
  tokenEnd?: string;
}

/** The fields of a forwarding, which depend on its kind. */
export function ForwardingFields({ fields, tokenEnd }: ForwardingFieldsProps) {
  const t = useTranslations("forwardings.editor");
  const { kind } = fields.form;
  const { url, site, token } = uses[kind];
  return (
    <>
      {site && (
        <TextInput
          {...fields.text("site")}
          label={t(`site.${site}`)}
          description={t(`siteAbout.${site}`)}
          required
          maxLength={200}
          {...plainInputProps}
        />
      )}
      {token && (
        <PasswordInput
          {...fields.text("token")}
          label={t(`token.${token}`)}
          description={tokenEnd ? t("tokenKept", { end: tokenEnd }) : t(`tokenAbout.${token}`)}
          required={token !== "secret" && !tokenEnd}
          maxLength={1_000}
          autoComplete="off"
          {...plainInputProps}
        />
      )}
      <UrlInput
        {...fields.text("url")}
        label={t(kind === "url" ? "address" : "url")}
        description={t(`urlAbout.${kind}`)}
        required={url}
        {...plainInputProps}
      />
      {kind === "url" && (
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
            <Text size="sm">{t("placeholders")}</Text>
            <Code block style={{ whiteSpace: "normal" }}>
              {placeholderNames.map((name) => `{${name}}`).join(" ")}
            </Code>
          </Stack>
        </>
      )}
      <TextInput {...fields.text("name")} label={t("name")} description={t("nameAbout")} maxLength={100} />
      <Checkbox.Group
        label={t("events")}
        required
        value={fields.form.events}
        onChange={(chosen) => fields.set("events", chosen)}
        error={fields.errors.events}
      >
        <Stack gap="xs" my="xs">
          <Checkbox value="clicks" label={t("clicks")} description={t("clicksAbout")} />
          <Checkbox value="conversions" label={t("conversions")} description={t("conversionsAbout")} />
        </Stack>
      </Checkbox.Group>
    </>
  );
}
