import { InputBase, NativeSelect, Pill, PillsInput, Stack, Text, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Columns } from "@/components/ui/columns";
import { CreatableSelect } from "@/components/ui/creatable-select";
import { plainInputProps, UrlInput } from "@/components/ui/plain-inputs";
import { retryImport } from "@/components/ui/retry-import";
import { foldTag, maxTags } from "@/lib/resources/tags/names";
import type { LinkFields } from "./link-form";
import { type AddLinkChoice, type Creations, type LinkChoices, useCreations } from "./use-creations";

/** Loaded only if an alias is typed. */
const AliasAvailability = dynamic(
  () => retryImport(() => import("./alias-availability").then((module) => module.AliasAvailability)),
  { loading: () => null },
);

const redirects = ["302", "301", "307", "308"] as const;

interface DestinationPanelProps {
  fields: LinkFields;
  places: LinkChoices;
  add: AddLinkChoice;
  creations: Creations;
  /** the link as it is saved; undefined for a new one */
  present?: { id: number; alias: string; domain: string };
}

export function DestinationPanel({ fields, places, add, creations, present }: DestinationPanelProps) {
  const t = useTranslations("links.editor");
  const { text, form, errors, set } = fields;
  const isNew = !present;
  const { domains, campaigns, channels } = places;
  const may = useCreations(creations);
  const isOther = form.custom !== (present?.alias ?? "") || form.domain !== (present?.domain ?? form.domain);
  const none = { value: "", label: t("none") };
  return (
    <Stack>
      <UrlInput
        {...text("url")}
        label={t("url")}
        description={t("urlAbout")}
        placeholder="https://example.com/spring"
        required
      />
      {(domains.length > 1 || may.domain) && (
        <CreatableSelect
          {...text("domain")}
          label={t("domain")}
          data={domains}
          create={may.domain}
          onMade={add("domains")}
          newLabel={t("newDomain")}
          newName={t("newDomainName")}
          newExample="https://go.example.com"
        />
      )}
      <div>
        <TextInput
          {...text("custom")}
          label={t("alias")}
          description={t(isNew ? "aliasNew" : "aliasPresent")}
          leftSection={domains.length === 1 ? undefined : "/"}
          placeholder={isNew ? t("aliasExample") : undefined}
          required={!isNew}
          {...plainInputProps}
          maxLength={64}
        />
        <Text size="sm" c="dimmed" mt={4} role="status">
          {isOther && form.custom.trim() !== "" && !errors.custom && (
            <AliasAvailability alias={form.custom} domain={form.domain} link={present?.id} />
          )}
        </Text>
      </div>
      <TextInput {...text("title")} label={t("title")} description={t("titleAbout")} maxLength={256} />
      <Columns>
        {(campaigns.length > 0 || may.campaign) && (
          <CreatableSelect
            {...text("campaign")}
            label={t("campaign")}
            data={[none, ...campaigns]}
            create={may.campaign}
            onMade={add("campaigns")}
            newLabel={t("newCampaign")}
            newName={t("newCampaignName")}
          />
        )}
        {(channels.length > 0 || may.channel) && (
          <CreatableSelect
            {...text("channel")}
            label={t("channel")}
            data={[none, ...channels]}
            create={may.channel}
            onMade={add("channels")}
            newLabel={t("newChannel")}
            newName={t("newChannelName")}
          />
        )}
      </Columns>
      <TagsField
        label={t("tags")}
        description={t("tagsAbout")}
        known={places.tags}
        value={form.tags}
        most={maxTags}
        error={errors.tags ?? form.tags.map((_, index) => errors[`tags.${index}`]).find(Boolean)}
        onChange={(tags) => set("tags", tags)}
      />
      <Columns>
        <NativeSelect {...text("type")} label={t("type")} data={useWays(places)} />
        <NativeSelect
          {...text("redirect")}
          label={t("redirect")}
          data={redirects.map((value) => ({ value, label: t(`redirects.${value}`) }))}
        />
      </Columns>
      <InputBase
        {...text("description")}
        component="textarea"
        multiline
        rows={2}
        label={t("note")}
        description={t("noteAbout")}
        maxLength={1000}
      />
    </Stack>
  );
}

/** The pages and overlays that visitors can see before or over the destination. */
function useWays({ splashPages, overlays }: LinkChoices) {
  const t = useTranslations("links.editor.ways");
  const groups = [
    { group: t("splashPages"), items: splashPages.map(({ value, label }) => ({ value: `splash-${value}`, label })) },
    { group: t("overlays"), items: overlays.map(({ value, label }) => ({ value: `overlay-${value}`, label })) },
  ];
  return [
    { value: "direct", label: t("direct") },
    { value: "frame", label: t("frame") },
    { value: "splash", label: t("splash") },
    ...groups.filter(({ items }) => items.length > 0),
  ];
}

interface TagsFieldProps {
  label: string;
  description: string;
  /** names of tags that exist; others can be typed */
  known: string[];
  value: string[];
  most: number;
  error: ReactNode;
  onChange: (names: string[]) => void;
}

/** Tag names, added with Enter, a comma, or by leaving the field. Mantine's TagsInput is larger than the whole editor. */
function TagsField({ label, description, known, value, most, error, onChange }: TagsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const rest = known.filter((name) => !value.includes(name));

  function add(text: string): void {
    setTyped("");
    const names = new Map(value.map((name) => [foldTag(name), name]));
    for (const name of text.split(",").map((part) => part.trim())) {
      if (name !== "" && !names.has(foldTag(name)) && names.size < most) names.set(foldTag(name), name);
    }
    if (names.size > value.length) onChange([...names.values()]);
  }

  function type(text: string): void {
    // A choice from the list arrives as a whole, and is added without Enter.
    if (text.includes(",") || (rest.includes(text) && text.length > typed.length + 1)) add(text);
    else setTyped(text);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === "Enter" && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    }
    if (event.key === "Backspace" && typed === "" && value.length > 0) onChange(value.slice(0, -1));
  }

  return (
    <PillsInput label={label} description={description} error={error} id={id}>
      <Pill.Group>
        {value.map((name) => (
          <Pill key={name} withRemoveButton onRemove={() => onChange(value.filter((other) => other !== name))}>
            {name}
          </Pill>
        ))}
        <PillsInput.Field
          id={id}
          list={`${id}-known`}
          maxLength={200}
          value={typed}
          disabled={value.length >= most}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={() => add(typed)}
        />
      </Pill.Group>
      <datalist id={`${id}-known`}>
        {rest.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </PillsInput>
  );
}
