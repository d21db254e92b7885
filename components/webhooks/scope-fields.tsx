import { NativeSelect, Select } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFoundLinks } from "@/components/shell/use-found-links";
import type { Choice } from "@/components/ui/choice";
import type { Fields } from "@/components/ui/use-editor";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { scopes, type WebhookForm } from "./webhook-form";

interface ScopeFieldsProps {
  fields: Pick<Fields<Pick<WebhookForm, "scope" | "linkid" | "campaignid" | "tag">>, "form" | "errors" | "set">;
  campaigns: Choice[];
  tags: string[];
}

/** Chooses the links whose events a webhook or forwarding receives. */
export function ScopeFields({ fields: { form, errors, set }, campaigns, tags }: ScopeFieldsProps) {
  const t = useTranslations("webhooks.scope");
  const choose = (scope: string) => {
    set("scope", scope as WebhookForm["scope"]);
    for (const field of ["linkid", "campaignid", "tag"] as const) set(field, "");
  };
  const none = { value: "", label: t("choose") };
  return (
    <>
      <NativeSelect
        label={t("label")}
        description={t("about")}
        name="scope"
        value={form.scope}
        onChange={(event) => choose(event.currentTarget.value)}
        data={scopes.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      {form.scope === "campaign" && (
        <NativeSelect
          label={t("campaign")}
          value={form.campaignid}
          onChange={(event) => set("campaignid", event.currentTarget.value)}
          data={[none, ...campaigns]}
          error={errors.campaignid}
        />
      )}
      {form.scope === "tag" && (
        <NativeSelect
          label={t("tag")}
          value={form.tag}
          onChange={(event) => set("tag", event.currentTarget.value)}
          data={[none, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          error={errors.tag}
        />
      )}
      {form.scope === "link" && (
        <LinkChoice value={form.linkid} error={errors.linkid} onChange={(link) => set("linkid", link)} />
      )}
    </>
  );
}

interface LinkChoiceProps {
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

function LinkChoice({ value, error, onChange }: LinkChoiceProps) {
  const t = useTranslations("webhooks.scope");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Choice | null>(value ? { value, label: `#${value}` } : null);
  const found = useFoundLinks(text).rows.map(({ id, shortUrl }) => ({
    value: String(id),
    label: withoutScheme(shortUrl),
  }));
  const others = found.filter((link) => link.value !== chosen?.value);
  return (
    <Select
      label={t("link")}
      placeholder={t("linkSearch")}
      data={chosen ? [chosen, ...others] : others}
      // The server has already filtered, and it searches more than the label.
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      value={value || null}
      onChange={(picked) => {
        setChosen(found.find((link) => link.value === picked) ?? chosen);
        onChange(picked ?? "");
      }}
      nothingFoundMessage={text.trim() === "" ? undefined : t("nothing")}
      error={error}
    />
  );
}
