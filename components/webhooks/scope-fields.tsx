import { NativeSelect } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/choice";
import { retryImport } from "@/components/ui/retry-import";
import type { Fields } from "@/components/ui/use-editor";

const scopes = ["all", "campaign", "tag", "link"] as const;

/** The fields of the editors. Empty text means that a field is not set. */
export interface WebhookForm {
  name: string;
  url: string;
  events: string[];
  /** Chosen for a new webhook only. */
  scope: (typeof scopes)[number];
  /** The chosen link, campaign or tag. Only the one that matches the scope is set. */
  linkid: string;
  campaignid: string;
  tag: string;
}

export const emptyForm: WebhookForm = {
  ...{ name: "", url: "", events: [] },
  ...{ scope: "all", linkid: "", campaignid: "", tag: "" },
};

// Few receivers are for one link, and its code is large.
const LinkChoice = dynamic(() => retryImport(() => import("./link-choice").then((module) => module.LinkChoice)));

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
