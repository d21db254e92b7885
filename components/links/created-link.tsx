import { Button, Group, Paper, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { ButtonLink } from "@/components/ui/link";
import { withoutScheme } from "@/lib/contract/readable-url";
import classes from "./created-link.module.css";
import { QrPicture } from "./qr-picture";

interface CreatedLinkProps {
  link: { id: number; shortUrl: string; destination: string; shares: number | null };
}

/** The link that was just created, ready to use. */
export function CreatedLink({ link }: CreatedLinkProps) {
  const t = useTranslations("links");
  const ui = useTranslations("ui");
  return (
    <Paper component="section" aria-label={t("created.label")} className={classes.created} p="lg">
      <div className={classes.words}>
        <Text size="sm" c="dimmed">
          {t("created.title")}
        </Text>
        <Text className={classes.short}>{withoutScheme(link.shortUrl)}</Text>
        <Text size="sm" c="dimmed" truncate title={link.shares ? undefined : link.destination}>
          {link.shares
            ? ui("splitBetween", { count: link.shares })
            : t.rich("leadsTo", { to: () => withoutScheme(link.destination) })}
        </Text>
        <Group gap="xs" mt="md">
          <CopyButton value={link.shortUrl} label={t("copyShort")}>
            {t("copy")}
          </CopyButton>
          <Button
            component="a"
            href={link.shortUrl}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} />}
          >
            {t("open")}
          </Button>
          <ButtonLink href={`/dashboard/links/${link.id}/edit`} variant="subtle">
            {t("moreOptions")}
          </ButtonLink>
        </Group>
      </div>
      <QrPicture link={link} />
    </Paper>
  );
}
