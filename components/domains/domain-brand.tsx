import { ColorSwatch, Group, Text } from "@mantine/core";
import { IconPalette } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import { DescriptionList } from "@/components/ui/description-list";
import { ButtonLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import { uploadIn } from "@/components/ui/upload-in";
import type { DomainTheme } from "@/lib/resources/domains/theme";
import classes from "./domains.module.css";

/** Shows the look of a domain's own pages, with a button to change it. */
export function DomainBrand({ id, theme }: { id: number; theme: DomainTheme | null }) {
  const t = useTranslations("domains.brand");
  const nameOf = useTranslations("ui.brand");
  const { name, logo, color } = theme ?? {};
  const pages = (["missing", "ended", "password"] as const).filter((page) => theme?.[page]);
  return (
    <>
      {theme ? (
        <DescriptionList
          items={[
            [nameOf("name"), name ?? null],
            [nameOf("logo"), logo ? <Logo key="logo" url={logo} /> : null],
            [
              nameOf("color"),
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

/** The pages load only uploaded pictures. For others, only the address is shown. */
function Logo({ url }: { url: string }) {
  const t = useTranslations("ui.brand");
  const upload = uploadIn(url);
  if (!upload) return <Address url={url} />;
  // biome-ignore lint/performance/noImgElement: the user's own upload, shown small
  return <img src={upload} alt={t("logo")} className={classes.logo} />;
}
