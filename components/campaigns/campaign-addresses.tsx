import { Paper, SimpleGrid, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { withoutScheme } from "@/components/links/without-scheme";
import { CopyButton } from "@/components/ui/copy-button";
import classes from "./campaign-addresses.module.css";
import rows from "./campaigns.module.css";

interface CampaignAddressesProps {
  rotator: string | false;
  list: string;
  isPublic: boolean;
}

/** Where a campaign meets visitors: its rotator and its list of links. */
export function CampaignAddresses({ rotator, list, isPublic }: CampaignAddressesProps) {
  const t = useTranslations("campaigns");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Address title={t("rotator")} about={t(rotator ? "rotatorAbout" : "rotatorNone")} url={rotator} />
      <Address title={t("list")} about={t(isPublic ? "listPublic" : "listPrivate")} url={list} />
    </SimpleGrid>
  );
}

function Address({ title, about, url }: { title: string; about: string; url: string | false }) {
  const t = useTranslations("campaigns");
  return (
    <Paper component="section" className={classes.card}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {url && (
        <div className={rows.address}>
          <a href={url} target="_blank" rel="noreferrer" className={classes.link}>
            {withoutScheme(url)}
          </a>
          <CopyButton value={url} label={t("copyNamed", { name: withoutScheme(url) })} />
        </div>
      )}
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </Paper>
  );
}
