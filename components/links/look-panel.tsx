import { InputBase, Stack, Text, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { OnceInView } from "@/components/ui/once-in-view";
import { PictureField } from "@/components/ui/picture-field";
import { retryImport } from "@/components/ui/retry-import";
import { cardRatio } from "@/lib/drawing/crop-area";
import classes from "./link-aside.module.css";
import type { LinkFields } from "./link-form";

// Loaded only when it comes into view.
const PreviewCard = dynamic(() => retryImport(() => import("./preview-card").then((module) => module.PreviewCard)), {
  ssr: false,
});

interface LookPanelProps {
  fields: LinkFields;
  /** the title of the destination's page, if known */
  title: string;
}

export function LookPanel({ fields, title }: LookPanelProps) {
  const t = useTranslations("links.editor");
  const { form, text } = fields;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t("look")}
      </Text>
      <TextInput {...text("metatitle")} label={t("metatitle")} maxLength={255} />
      <InputBase
        {...text("metadescription")}
        component="textarea"
        multiline
        rows={3}
        label={t("metadescription")}
        maxLength={1000}
      />
      <PictureField
        {...text("metaimage")}
        label={t("metaimage")}
        description={t("metaimageAbout")}
        placeholder="https://example.com/picture.jpg"
        ratio={cardRatio}
      />
      <div className={classes.preview}>
        <OnceInView>
          <PreviewCard form={form} title={title} />
        </OnceInView>
      </div>
    </Stack>
  );
}
