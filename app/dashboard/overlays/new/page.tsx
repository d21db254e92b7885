import { SimpleGrid, Text } from "@mantine/core";
import { IconChartBar, IconMail, IconMessage, IconMessageCircle, IconPhoto, IconTicket } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { OverlayEditor } from "@/components/overlays/overlay-editor";
import { overlayForm } from "@/components/overlays/overlay-form";
import classes from "@/components/overlays/overlays.module.css";
import { Page, pageTitle } from "@/components/ui/page";
import { weights } from "@/lib/contract/theme";
import type { OverlayType } from "@/lib/resources/overlays/content";
import { overlayType } from "@/lib/resources/overlays/schema";
import { requirePermission } from "../../_lib/required";
import { createOverlayAction } from "../actions";

export const generateMetadata = pageTitle("overlays", "new");

export default async function NewOverlayPage({ searchParams }: PageProps<"/dashboard/overlays/new">) {
  const t = await getTranslations("overlays");
  await requirePermission("overlays:write");
  const { data: type } = overlayType.safeParse((await searchParams).type);
  return (
    <Page title={t("new")} lead={type ? t(`typesAbout.${type}`) : t("choose")}>
      {type ? (
        <OverlayEditor isNew type={type} initial={overlayForm()} save={createOverlayAction.bind(null, type)} />
      ) : (
        <TypeChoice />
      )}
    </Page>
  );
}

/** The first step of a new overlay: its type. */
function TypeChoice() {
  const t = useTranslations("overlays");
  return (
    <SimpleGrid component="nav" aria-label={t("choose")} cols={{ base: 1, xs: 2, md: 3 }}>
      {(Object.keys(typeIcons) as OverlayType[]).map((type) => {
        const Icon = typeIcons[type];
        return (
          <Link key={type} href={`/dashboard/overlays/new?type=${type}`} className={classes.type}>
            <Icon size={26} aria-hidden />
            <Text fw={weights.bold}>{t(`types.${type}`)}</Text>
            <Text size="sm" c="dimmed">
              {t(`typesAbout.${type}`)}
            </Text>
          </Link>
        );
      })}
    </SimpleGrid>
  );
}

const typeIcons: Record<OverlayType, typeof IconMail> = {
  message: IconMessage,
  coupon: IconTicket,
  poll: IconChartBar,
  newsletter: IconMail,
  contact: IconMessageCircle,
  image: IconPhoto,
};
