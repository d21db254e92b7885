import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Columns } from "@/components/ui/columns";
import { OnceInView } from "@/components/ui/once-in-view";
import { PictureField } from "@/components/ui/picture-field";
import { retryImport } from "@/components/ui/retry-import";
import type { LinkFields } from "./link-form";

// Loaded only when it comes into view.
const PreviewCard = dynamic(() => retryImport(() => import("./preview-card").then((module) => module.PreviewCard)), {
  ssr: false,
});

interface LookPanelProps {
  fields: LinkFields;
  /** the title of the destination's page, if known */
  title: string;
  /** whether the preview is shown here, because there is no room for it next to the editor */
  preview: boolean;
}

export function LookPanel({ fields, title, preview }: LookPanelProps) {
  const t = useTranslations("links.editor");
  const { form, text } = fields;
  const inputs = (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("look")}
      </Text>
      <TextInput {...text("metatitle")} label={t("metatitle")} maxLength={255} />
      <Textarea {...text("metadescription")} label={t("metadescription")} minRows={3} maxLength={1000} />
      <PictureField
        {...text("metaimage")}
        label={t("metaimage")}
        description={t("metaimageAbout")}
        placeholder="https://example.com/picture.jpg"
      />
    </Stack>
  );
  if (!preview) return inputs;
  return (
    <Columns roomy>
      {inputs}
      <OnceInView>
        <PreviewCard form={form} title={title} />
      </OnceInView>
    </Columns>
  );
}
