import { Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { grounds, isReadable } from "@/lib/contract/colors";
import { ColorField } from "./color-field";
import { PictureField } from "./picture-field";
import type { Fields } from "./use-editor";

interface BrandFieldsProps {
  fields: Pick<Fields<Record<"name" | "logo" | "color", string>>, "form" | "errors" | "text" | "set">;
  nameAbout: string;
  logoAbout: string;
  /** the stored logo, if images at other URLs are copied to this service */
  storedLogo?: string;
}

/** The name, the logo and the accent color of this service or of a domain. */
export function BrandFields({
  fields: { form, errors, text, set },
  nameAbout,
  logoAbout,
  storedLogo,
}: BrandFieldsProps) {
  const t = useTranslations("ui.brand");
  const isShaded = Object.values(grounds).some((ground) => !isReadable(form.color, ground));
  return (
    <>
      <TextInput {...text("name")} label={t("name")} description={nameAbout} maxLength={60} />
      <PictureField
        {...text("logo")}
        label={t("logo")}
        description={logoAbout}
        placeholder="https://example.com/logo.png"
        stored={storedLogo}
      />
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
    </>
  );
}
