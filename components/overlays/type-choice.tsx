import { SimpleGrid, Text } from "@mantine/core";
import { IconChartBar, IconMail, IconMessage, IconMessageCircle, IconPhoto, IconTicket } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { OverlayType } from "@/lib/resources/overlays/content";
import classes from "./overlays.module.css";

/** The first step of a new overlay: its type. */
export function TypeChoice() {
  const t = useTranslations("overlays");
  return (
    <SimpleGrid component="nav" aria-label={t("choose")} cols={{ base: 1, xs: 2, md: 3 }}>
      {(Object.keys(typeIcons) as OverlayType[]).map((type) => {
        const Icon = typeIcons[type];
        return (
          <Link key={type} href={`/dashboard/overlays/new?type=${type}`} className={classes.type}>
            <Icon size={26} aria-hidden />
            <Text fw={600}>{t(`types.${type}`)}</Text>
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
