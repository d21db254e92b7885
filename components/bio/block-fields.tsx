import { Textarea, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { PictureField } from "@/components/ui/picture-field";
import { retryImport } from "@/components/ui/retry-import";
import { UrlInput } from "@/components/ui/url-input";
import type { Fields } from "@/components/ui/use-editor";
import type { BlockForm, BlockType } from "./bio-form";

// Loaded on demand, because few blocks need it.
const SocialFields = dynamic(() => retryImport(() => import("./social-fields").then((module) => module.SocialFields)), {
  loading: () => null,
});

type TextField = Exclude<keyof BlockForm, "type" | "key" | "clicks" | "icons" | "from" | "until">;

const needed = { max: 100, required: true };
const url = { max: 8192, inputMode: "url", example: "https://example.com/" } as const;

interface Input {
  field: TextField;
  max: number;
  required?: boolean;
  inputMode?: "url" | "tel" | "email";
  example?: string;
  /** Whether a file can be uploaded. */
  picture?: boolean;
  long?: boolean;
}

const inputs: Record<Exclude<BlockType, "social">, Input[]> = {
  link: [
    { field: "title", ...needed },
    { field: "url", ...url, required: true },
  ],
  heading: [{ field: "text", ...needed }],
  text: [{ field: "text", max: 2000, required: true, long: true }],
  image: [
    { field: "url", ...url, required: true, picture: true, example: "https://example.com/picture.jpg" },
    { field: "alt", max: 100 },
    { field: "link", ...url },
  ],
  video: [{ field: "url", ...url, required: true, example: "https://www.youtube.com/watch?v=…" }],
  contact: [
    { field: "name", ...needed },
    { field: "organization", max: 100 },
    { field: "phone", max: 30, inputMode: "tel" },
    { field: "email", max: 254, inputMode: "email" },
    { field: "website", ...url },
  ],
};

/** The fields of a block. A new block's first field gets the focus. */
export function BlockFields({ fields, fresh }: { fields: Fields<BlockForm>; fresh: boolean }) {
  const t = useTranslations("bio.blocks");
  const { form, text } = fields;
  if (form.type === "social") return <SocialFields fields={fields} />;
  const { type } = form;
  return inputs[type].map(({ field, max, inputMode, example, long, picture, required }, index) => {
    const label = t(`fields.${type}.${field}` as "fields.link.url");
    const named = { ...text(field), label, required, size: "sm", autoFocus: fresh && index === 0 };
    if (picture) return <PictureField key={field} {...named} placeholder={example} />;
    const bound = { ...named, maxLength: max };
    if (long) return <Textarea key={field} {...bound} minRows={3} />;
    if (inputMode === "url") return <UrlInput key={field} {...bound} placeholder={example} />;
    return <TextInput key={field} {...bound} inputMode={inputMode} />;
  });
}
