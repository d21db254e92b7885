import { Paper, SimpleGrid, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import classes from "./campaign-addresses.module.css";

interface CampaignAddressesProps {
  rotator: string | false;
  list: string;
  isPublic: boolean;
}

/** The public addresses of a campaign: its rotator and its list of links. */
export function CampaignAddresses({ rotator, list, isPublic }: CampaignAddressesProps) {
  const t = useTranslations("campaigns");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Place title={t("rotator")} about={t(rotator ? "rotatorAbout" : "rotatorNone")} url={rotator} />
      <Place title={t("list")} about={t(isPublic ? "listPublic" : "listPrivate")} url={list} />
    </SimpleGrid>
  );
}

function Place({ title, about, url }: { title: string; about: string; url: string | false }) {
  return (
    <Paper component="section" className={classes.card}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {url && <Address url={url} />}
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </Paper>
  );
}
