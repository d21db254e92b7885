import { Checkbox, Stack, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { retryImport } from "@/components/ui/retry-import";
import { UrlInput } from "@/components/ui/url-input";
import type { Fields } from "@/components/ui/use-editor";
import { plainInputProps } from "@/components/ui/verbatim";
import { type ForwardingForm, uses } from "./forwarding-form";

/** Loaded only for a URL with a template. */
const TemplateFields = dynamic(
  () => retryImport(() => import("./template-fields").then((module) => module.TemplateFields)),
  { loading: () => null },
);

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
        <TextInput
          type="password"
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
      {kind === "url" && <TemplateFields fields={fields} />}
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
