import { Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PictureField } from "@/components/ui/picture-field";
import { plainInputProps } from "@/components/ui/verbatim";
import { type BioFields, slugOf } from "./bio-form";
import { BlockList } from "./block-list";

interface ContentPanelProps {
  fields: BioFields;
  isNew: boolean;
  /** The start of all bio pages' addresses. */
  base: string;
}

export function ContentPanel({ fields, isNew, base }: ContentPanelProps) {
  const t = useTranslations("bio.editor");
  const { form, set, text } = fields;
  const setName = (name: string) => {
    // The address follows the name until the user edits it.
    if (isNew && form.slug === slugOf(form.name)) set("slug", slugOf(name));
    set("name", name);
  };
  return (
    <Stack>
      <TextInput
        {...text("name")}
        label={t("name")}
        description={t("nameAbout")}
        required
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        {...text("slug")}
        label={t("slug")}
        description={t(isNew ? "slugNew" : "slugPresent", { base })}
        required
        maxLength={64}
        {...plainInputProps}
      />
      <Textarea
        {...text("description")}
        label={t("description")}
        description={t("descriptionAbout")}
        maxLength={1000}
      />
      <PictureField {...text("avatar")} label={t("avatar")} placeholder="https://example.com/me.jpg" />
      <BlockList fields={fields} />
    </Stack>
  );
}
