"use client";

import { Fieldset, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ColorField } from "@/components/ui/color-field";
import { Editor } from "@/components/ui/editor";
import { PictureField } from "@/components/ui/picture-field";
import { UrlInput } from "@/components/ui/url-input";
import { useEditor } from "@/components/ui/use-editor";
import { useSaved } from "@/components/ui/use-saved";
import type { ActionResult } from "@/lib/contract/action-result";
import { grounds, isReadable } from "@/lib/contract/colors";
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
  const { form, errors, set, text, toggle } = editor.fields;
  const isShaded = Object.values(grounds).some((ground) => !isReadable(form.color, ground));
  return (
    <Editor editor={editor} cancel={page}>
      <Fieldset legend={t("look")}>
        <Stack>
          <TextInput {...text("name")} label={t("name")} description={t("nameAbout", { defaultName })} maxLength={60} />
          <PictureField {...text("logo")} label={t("logo")} description={t("logoAbout")} stored={initial.logo} />
          <Stack gap={6}>
            <ColorField
              label={t("color")}
              value={form.color}
              error={errors.color}
              onChange={(color) => set("color", color)}
            />
            <Text size="sm" c="dimmed" role="status">
              {isShaded && t("shaded")}
            </Text>
          </Stack>
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
    </Editor>
  );
}
