import { Fieldset, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/choice";
import { TextLink } from "@/components/ui/link";
import { retryImport } from "@/components/ui/retry-import";

// Loaded only if the account has pixels.
const PixelChoice = dynamic(() => retryImport(() => import("./pixel-choice").then((module) => module.PixelChoice)), {
  loading: () => null,
});

interface PixelsFieldProps {
  /** Explains who loads the pixels, and when. */
  about: string;
  pixels: Choice[];
  chosen: string[];
  error?: string;
  choose: (chosen: string[]) => void;
}

/** A choice of the account's pixels. */
export function PixelsField({ about, pixels, chosen, error, choose }: PixelsFieldProps) {
  const t = useTranslations("pixels");
  const words = useTranslations("ui");
  return (
    <Fieldset legend={t("title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {about}
      </Text>
      {pixels.length > 0 ? (
        <PixelChoice
          aria-label={t("title")}
          placeholder={chosen.length > 0 ? undefined : t("choose")}
          data={pixels}
          searchable
          limit={100}
          hidePickedOptions
          selectFirstOptionOnChange
          nothingFoundMessage={words("nothingFound")}
          value={chosen}
          error={error}
          onChange={choose}
        />
      ) : (
        <TextLink href="/dashboard/pixels/new">{t("addFirst")}</TextLink>
      )}
    </Fieldset>
  );
}
