import { NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { completeUrl } from "./complete-url";
import type { LinkFields } from "./use-link-form";
import { withoutScheme } from "./without-scheme";

const redirects = [
  { value: "302", label: "302 – temporary, every visit counts" },
  { value: "301", label: "301 – permanent, browsers remember it and skip the count" },
  { value: "307", label: "307 – like 302, keeps the method" },
  { value: "308", label: "308 – like 301, keeps the method" },
];

interface DestinationPanelProps {
  fields: LinkFields;
  domains: string[];
  isNew: boolean;
}

export function DestinationPanel({ fields: { form, set, text }, domains, isNew }: DestinationPanelProps) {
  return (
    <Stack>
      <TextInput
        {...text("url")}
        label="Destination"
        description="Where visitors arrive, unless a rule sends them elsewhere."
        placeholder="https://example.com/spring"
        inputMode="url"
        required
        onBlur={() => set("url", completeUrl(form.url))}
      />
      {domains.length > 1 && (
        <NativeSelect
          {...text("domain")}
          size="md"
          label="Domain"
          data={domains.map((domain) => ({ value: domain, label: withoutScheme(domain) }))}
        />
      )}
      <TextInput
        {...text("custom")}
        label="Alias"
        description={
          isNew
            ? "The last part of the short link. Leave it empty for a random one."
            : "The last part of the short link. Once changed, the old one stops working."
        }
        leftSection={domains.length === 1 ? undefined : "/"}
        placeholder={isNew ? "spring-sale" : undefined}
        required={!isNew}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
      />
      <NativeSelect {...text("redirect")} size="md" label="Redirect" data={redirects} />
      <Textarea
        {...text("description")}
        size="md"
        label="Note"
        description="For you alone."
        autosize
        minRows={2}
        maxLength={1000}
      />
    </Stack>
  );
}
