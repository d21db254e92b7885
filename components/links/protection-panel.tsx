import { Button, Group, PasswordInput, Stack, Switch, Text, TextInput } from "@mantine/core";
import { completeUrl } from "./complete-url";
import { LocalTimeInput } from "./local-time-input";
import type { LinkFields } from "./use-link-form";

export function ProtectionPanel({ fields, isProtected }: { fields: LinkFields; isProtected: boolean }) {
  const { form, errors, set, text } = fields;
  return (
    <Stack>
      <Switch
        label="Public"
        description="A link that is not public answers nobody, as if it did not exist."
        checked={form.status === "public"}
        error={errors.status}
        onChange={(event) => set("status", event.currentTarget.checked ? "public" : "private")}
      />
      <PasswordField fields={fields} isProtected={isProtected} />
      <LocalTimeInput
        label="Expires"
        description="In your own time zone. From then on the link leads nowhere."
        value={form.expiry}
        error={errors.expiry}
        onChange={(value) => set("expiry", value)}
      />
      <TextInput
        {...text("clicklimit")}
        label="Click limit"
        description="After this many visits the link leads nowhere."
        inputMode="numeric"
        maxLength={10}
      />
      <TextInput
        {...text("expiryurl")}
        label="Afterwards"
        description="Where visitors go once the link has expired or met its limit. Empty: a page that says it does not exist."
        placeholder="https://example.com/too-late"
        inputMode="url"
        onBlur={() => set("expiryurl", completeUrl(form.expiryurl))}
      />
    </Stack>
  );
}

function PasswordField({ fields: { form, errors, set }, isProtected }: { fields: LinkFields; isProtected: boolean }) {
  if (form.password === null) {
    return (
      <Group gap="sm">
        <Text size="sm">The password will be removed when you save.</Text>
        <Button variant="default" size="xs" onClick={() => set("password", "")}>
          Keep it
        </Button>
      </Group>
    );
  }
  return (
    <Group align="flex-end" gap="sm">
      <PasswordInput
        flex={1}
        label="Password"
        description={
          isProtected ? "Visitors are asked for one. Type another to change it." : "Visitors are asked for it first."
        }
        placeholder={isProtected ? "Unchanged" : undefined}
        autoComplete="new-password"
        maxLength={128}
        value={form.password}
        error={errors.password}
        onChange={(event) => set("password", event.currentTarget.value)}
      />
      {isProtected && (
        <Button variant="default" size="md" onClick={() => set("password", null)}>
          Remove
        </Button>
      )}
    </Group>
  );
}
