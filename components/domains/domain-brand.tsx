import { ColorSwatch, Group, Text } from "@mantine/core";
import { IconPalette } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list";
import { ButtonLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import type { DomainTheme } from "@/lib/resources/domains/theme";
import classes from "./domains.module.css";

/** How a domain's own pages look, and the way to change that. */
export function DomainBrand({ id, theme }: { id: number; theme: DomainTheme | null }) {
  const t = useTranslations("domains.brand");
  const { name, logo, color } = theme ?? {};
  const pages = (["missing", "ended", "password"] as const).filter((page) => theme?.[page]);
  return (
    <>
      {theme ? (
        <DescriptionList
          items={[
            [t("name"), name ?? null],
            // biome-ignore lint/performance/noImgElement: a picture of the user's, wherever it is
            [t("logo"), logo ? <img key="logo" src={logo} alt={t("logo")} className={classes.logo} /> : null],
            [
              t("color"),
              color ? (
                <Group key="color" gap="xs">
                  <ColorSwatch color={color} size={18} />
                  {color}
                </Group>
              ) : null,
            ],
            [t("words"), pages.map((page) => t(`pages.${page}`)).join(", ") || null],
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t("none")}
        </Text>
      )}
      <MayWrite>
        <ButtonLink
          mt="md"
          variant="default"
          href={`/dashboard/domains/${id}/brand`}
          leftSection={<IconPalette size={17} />}
        >
          {t("edit")}
        </ButtonLink>
      </MayWrite>
    </>
  );
}
