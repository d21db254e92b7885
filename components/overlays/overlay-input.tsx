import { Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PictureField } from "@/components/ui/picture-field";
import { UrlInput } from "@/components/ui/url-input";
import type { Fields } from "@/components/ui/use-editor";
import type { OverlayType } from "@/lib/resources/overlays/content";
import type { OverlayField, OverlayForm } from "./overlay-form";

interface OverlayInputProps {
  type: OverlayType;
  field: OverlayField;
  required: boolean;
  content: Fields<OverlayForm["content"]>;
}

const long: OverlayField[] = ["text", "question", "options", "thanks"];

/** The input for one part of an overlay's content. */
export function OverlayInput({ type, field, required, content: { errors, text } }: OverlayInputProps) {
  const t = useTranslations("overlays.editor");
  const name = type === "image" && field === "url" ? "picture" : field;
  const bound = { ...text(field), label: t(`fields.${name}`), required };
  if (field === "options") {
    const error = Object.entries(errors).find(([path]) => path.startsWith(field))?.[1];
    return <Textarea {...bound} error={error} description={t("optionsAbout")} minRows={3} />;
  }
  if (long.includes(field)) return <Textarea {...bound} maxLength={500} />;
  if (field !== "url" && field !== "link") {
    return <TextInput {...bound} description={field === "alt" ? t("altAbout") : undefined} maxLength={100} />;
  }
  if (name === "picture") return <PictureField {...bound} placeholder="https://example.com/picture.jpg" />;
  return (
    <UrlInput
      {...bound}
      description={name === "url" ? t("urlAbout") : undefined}
      placeholder="https://example.com/page"
    />
  );
}
