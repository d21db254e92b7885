"use client";

import { Fieldset, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { BrandFields } from "@/components/ui/brand-fields";
import { Editor } from "@/components/ui/editor";
import { UrlInput } from "@/components/ui/plain-inputs";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import type { InstanceForm } from "./instance-settings-form";

interface InstanceSettingsEditorProps {
  initial: InstanceForm;
  /** the service's name if the field is empty */
  defaultName: string;
  /** whether the server's configuration lets anyone register */
  canRegister: boolean;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<null>>;
}

const page = "/dashboard/admin/instance";

/** Edits the service's look, the landing page's texts, and which public pages are on. */
export function InstanceSettingsEditor({ initial, defaultName, canRegister, save }: InstanceSettingsEditorProps) {
  const t = useTranslations("instance.settings");
  const saved = useSaved();
  const editor = useEditor({ initial, save, onSaved: () => saved(t("title"), page) });
  const { form, text, toggle } = editor.fields;
  return (
    <Editor editor={editor} cancel={page}>
      <Fieldset legend={t("look")}>
        <Stack>
          <BrandFields
            fields={editor.fields}
            nameAbout={t("nameAbout", { defaultName })}
            logoAbout={t("logoAbout")}
            storedLogo={initial.logo}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend={t("landing")}>
        <Stack>
          <Switch {...toggle("landingpage")} label={t("landingPage")} description={t("landingPageAbout")} />
          {form.landingpage ? (
            <>
              <TextInput {...text("headline")} label={t("headline")} description={t("headlineAbout")} maxLength={120} />
              <Textarea {...text("text")} label={t("text")} maxLength={1000} />
            </>
          ) : (
            <UrlInput
              {...text("landingredirect")}
              label={t("landingRedirect")}
              description={t("landingRedirectAbout")}
              maxLength={2048}
            />
          )}
        </Stack>
      </Fieldset>
      <Fieldset legend={t("others")}>
        <Stack>
          <Switch {...toggle("docspage")} label={t("docsPage")} description={t("docsPageAbout")} />
          <Switch
            {...toggle("registerpage")}
            disabled={!canRegister}
            label={t("registerPage")}
            description={t(canRegister ? "registerPageAbout" : "registerPageClosed")}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend={t("blocklist")}>
        <Textarea
          {...text("blocklist")}
          label={t("blocklistHosts")}
          description={t("blocklistAbout")}
          maxLength={16_384}
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
        />
      </Fieldset>
    </Editor>
  );
}
