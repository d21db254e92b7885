import { Alert } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FailingDestination } from "@/lib/resources/links/destination-checks";

interface FailingNoteProps {
  failing: FailingDestination;
  destination: string;
  now: Date;
}

/** What a link's destination does instead of answering, since when, and what can be done about it. */
export function FailingNote({ failing: { status, since }, destination, now }: FailingNoteProps) {
  const t = useTranslations("links.failing");
  return (
    <Alert
      color="red"
      variant="light"
      mb="lg"
      icon={<IconLinkOff aria-hidden />}
      title={status === null ? t("silent", { host: new URL(destination).host }) : t("answers", { status })}
    >
      {t.rich("text", { when: () => <RelativeTime date={since} now={now} /> })}
    </Alert>
  );
}
