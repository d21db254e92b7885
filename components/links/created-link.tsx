import { Button, Group, Paper, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { CopyButton } from "@/components/ui/copy-button";
import { ButtonLink } from "@/components/ui/link";
import classes from "./created-link.module.css";
import { QrPicture } from "./qr-picture";
import { withoutScheme } from "./without-scheme";

interface CreatedLinkProps {
  link: { id: number; shortUrl: string; destination: string };
}

/** The link that was made just now, ready to be used. */
export function CreatedLink({ link }: CreatedLinkProps) {
  return (
    <Paper component="section" aria-label="The link you just made" className={classes.created} p="lg">
      <div className={classes.words}>
        <Text size="sm" c="dimmed">
          Your new short link
        </Text>
        <Text className={classes.short}>{withoutScheme(link.shortUrl)}</Text>
        <Text size="sm" c="dimmed" truncate title={link.destination}>
          leads to {withoutScheme(link.destination)}
        </Text>
        <Group gap="xs" mt="md">
          <CopyButton value={link.shortUrl} label="Copy the short link">
            Copy
          </CopyButton>
          <Button
            component="a"
            href={link.shortUrl}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={17} />}
          >
            Open
          </Button>
          <ButtonLink href={`/dashboard/links/${link.id}/edit`} variant="subtle">
            More options
          </ButtonLink>
        </Group>
      </div>
      <QrPicture link={link} />
    </Paper>
  );
}
