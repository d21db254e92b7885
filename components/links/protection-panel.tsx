import { Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { UrlInput } from "@/components/ui/url-input";
import { type LinkStatus, linkStatuses } from "@/lib/contract/link-state";
import type { LinkFields } from "./link-form";
import { LocalTimeInput } from "./local-time-input";

export function ProtectionPanel({ fields, isProtected }: { fields: LinkFields; isProtected: boolean }) {
  const t = useTranslations("links.editor");
  const { form, errors, set, text } = fields;
  return (
    <Stack>
      <NativeSelect
        name="status"
        label={t("status.label")}
        description={t(`status.${form.status}.about`)}
        value={form.status}
        error={errors.status}
        data={linkStatuses.map((status) => ({ value: status, label: t(`status.${status}.name`) }))}
        onChange={(event) => set("status", event.currentTarget.value as LinkStatus)}
      />
      <PasswordField fields={fields} isProtected={isProtected} />
      <LocalTimeInput
        name="expiry"
        label={t("expiry")}
        description={t("expiryAbout")}
        value={form.expiry}
        error={errors.expiry}
        onChange={(value) => set("expiry", value)}
      />
      <TextInput
        {...text("clicklimit")}
        label={t("clicklimit")}
        description={t("clicklimitAbout")}
        inputMode="numeric"
        maxLength={10}
        // A pasted number may have spaces around it.
        onChange={(event) => set("clicklimit", event.currentTarget.value.trim())}
      />
      <UrlInput
        {...text("expiryurl")}
        label={t("expiryurl")}
        description={t("expiryurlAbout")}
        placeholder="https://example.com/too-late"
      />
    </Stack>
  );
}

function PasswordField({ fields: { form, errors, set }, isProtected }: { fields: LinkFields; isProtected: boolean }) {
  const t = useTranslations("links.editor");
  const words = useTranslations("ui");
  if (form.password === null) {
    return (
      <Group gap="sm">
        <Text size="sm">{t("passwordRemoved")}</Text>
        <Button variant="default" size="xs" onClick={() => set("password", "")}>
          {words("keep")}
        </Button>
      </Group>
    );
  }
  return (
    <Group align="flex-end" gap="sm">
      <PasswordInput
        name="password"
        flex={1}
        label={t("password")}
        description={t(isProtected ? "passwordPresent" : "passwordNew")}
        placeholder={isProtected ? t("passwordUnchanged") : undefined}
        autoComplete="new-password"
        maxLength={128}
        value={form.password}
        error={errors.password}
        onChange={(event) => set("password", event.currentTarget.value)}
      />
      {isProtected && (
        <Button variant="default" size="md" onClick={() => set("password", null)}>
          {t("passwordRemove")}
        </Button>
      )}
    </Group>
  );
}
