import { Anchor, Badge, Group, List, ListItem, Text } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/form";
import { RelativeTime } from "@/components/ui/relative-time";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { ReportedLink as Reported } from "@/lib/resources/reports/service";
import classes from "./destination-preview.module.css";
import { VerdictForms } from "./verdict-forms";

/** A reported link: its destination, the reports, and the possible actions. */
export function ReportedLink({ link, ...actions }: { link: Reported; disable: FormAction; dismiss: FormAction }) {
  const t = useTranslations("reports");
  const shortUrl = shortUrlOf(link);
  return (
    <Card title={shortUrl}>
      <DestinationPreview url={link.destination} title={link.title} />
      <Text size="sm" c="dimmed">
        {t.rich("owner", {
          name: link.user.username,
          email: () => <Anchor href={`mailto:${link.user.email}`}>{link.user.email}</Anchor>,
        })}
      </Text>
      <Text size="sm" mt="md">
        {t("reports", { count: link._count.reports })}
      </Text>
      <List size="sm" mb="lg" listStyleType="none">
        {link.reports.map(({ id, reason, message, email, createdAt }) => (
          <ListItem key={id} mt="xs">
            <Group gap="xs">
              <Badge tt="none" variant="light">
                {t(`reasons.${reason}`)}
              </Badge>
              <Text span size="xs" c="dimmed">
                <RelativeTime date={createdAt} now={new Date()} />
              </Text>
              {email && (
                <Text span size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {t.rich("reporter", {
                    email: () => (
                      <Anchor href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>{email}</Anchor>
                    ),
                  })}
                </Text>
              )}
            </Group>
            {message && <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{message}</Text>}
          </ListItem>
        ))}
      </List>
      <VerdictForms id={link.id} shortUrl={shortUrl} {...actions} />
    </Card>
  );
}

/** A reported destination as plain text, so that no one opens a harmful page by mistake. */
function DestinationPreview({ url, title }: { url: string; title: string }) {
  const t = useTranslations("reports");
  return (
    <figure className={classes.preview} aria-label={t("destination")}>
      <IconWorld size={22} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <Text fw={600} className={classes.host}>
          {new URL(url).host}
        </Text>
        {title && (
          <Text size="sm" dir="auto">
            {title}
          </Text>
        )}
        <Text size="xs" c="dimmed" ff="monospace">
          {url}
        </Text>
      </div>
    </figure>
  );
}
