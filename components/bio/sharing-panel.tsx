import { Fieldset, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PixelsField } from "@/components/pixels/pixels-field";
import type { Choice } from "@/components/ui/choice";
import { PictureField } from "@/components/ui/picture-field";
import { cardRatio } from "@/lib/drawing/crop-area";
import type { BioFields } from "./bio-form";

interface SharingPanelProps {
  fields: BioFields;
  pixels: Choice[];
}

/** The fields for a page's link preview and pixels. */
export function SharingPanel({ fields: { form, errors, set, text }, pixels }: SharingPanelProps) {
  const t = useTranslations("bio.sharing");
  const picture = form.blocks.find(({ type }) => type === "image")?.url;
  return (
    <Stack gap="lg">
      <Fieldset legend={t("preview")}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t("previewAbout")}
          </Text>
          <TextInput {...text("metatitle")} label={t("metatitle")} placeholder={form.name} maxLength={255} />
          <Textarea
            {...text("metadescription")}
            label={t("metadescription")}
            placeholder={form.description}
            maxLength={1000}
          />
          <PictureField
            {...text("metaimage")}
            label={t("metaimage")}
            placeholder={picture || "https://example.com/picture.jpg"}
            ratio={cardRatio}
          />
        </Stack>
      </Fieldset>
      <PixelsField
        about={t("pixelsAbout")}
        pixels={pixels}
        chosen={form.pixels}
        error={errors.pixels}
        choose={(chosen) => set("pixels", chosen)}
      />
    </Stack>
  );
}
