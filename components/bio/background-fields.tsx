import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PaletteColor } from "@/components/ui/palette-color";
import { PictureField } from "@/components/ui/picture-field";
import type { Fields } from "@/components/ui/use-editor";
import { isColor, middleOf } from "@/lib/contract/colors";
import type { ThemeForm } from "./bio-form";

const kinds = ["color", "gradient", "picture"] as const;
type Kind = (typeof kinds)[number];

interface BackgroundFieldsProps {
  fields: Fields<ThemeForm>;
  change: (theme: ThemeForm) => void;
}

/** The fields for a page's background: a color, a gradient or an image. */
export function BackgroundFields({ fields: { form: theme, text }, change }: BackgroundFieldsProps) {
  const t = useTranslations("bio.look");
  const [chosen, setChosen] = useState<Kind>("color");
  const kind = theme.picture ? "picture" : theme.backgroundto ? "gradient" : chosen;
  const choose = (next: Kind) => {
    setChosen(next);
    change({ ...theme, picture: "", backgroundto: next === "gradient" ? endFor(theme) : "" });
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t("background")}
        fullWidth
        value={kind}
        onChange={(value) => choose(value as Kind)}
        data={kinds.map((value) => ({ value, label: t(`backgrounds.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(`backgroundsAbout.${kind}`)}
      </Text>
      {kind === "gradient" && <PaletteColor {...text("backgroundto")} label={t("backgroundto")} />}
      {kind === "picture" && (
        <PictureField {...text("picture")} label={t("picture")} placeholder="https://example.com/picture.jpg" />
      )}
    </Stack>
  );
}

const first = ({ background }: ThemeForm) => (isColor(background) ? background : "#FFFFFF");

/** The default end of a gradient: halfway between the background and the button's color. */
const endFor = (theme: ThemeForm) => middleOf(first(theme), isColor(theme.button) ? theme.button : "#0B6E6E");
