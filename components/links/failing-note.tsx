import { Alert } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FailingDestination } from "@/lib/resources/links/failing";
import { type CheckDestination, CheckDestinationButton } from "./check-destination";

interface FailingNoteProps {
  failing: FailingDestination;
  destination: string;
  now: Date;
  check: CheckDestination;
}

/** A warning that the link's destination is not working, and what to do about it. */
export function FailingNote({ failing: { status, since }, destination, now, check }: FailingNoteProps) {
  const t = useTranslations("links.failing");
  const { host } = new URL(destination);
  return (
    <Alert
      color="red"
      variant="light"
      mb="lg"
      icon={<IconLinkOff aria-hidden />}
      title={status === null ? t("silent", { host }) : t("answers", { status })}
    >
      {t.rich("text", { when: () => <RelativeTime date={since} now={now} /> })}
      <div>
        <CheckDestinationButton check={check} host={host} />
      </div>
    </Alert>
  );
}
