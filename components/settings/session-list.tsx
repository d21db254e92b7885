import { Badge, Button, Group, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Session } from "@/generated/prisma/client";
import { agentOf, UNKNOWN } from "@/lib/clicks/classify/enrich";
import classes from "./settings.module.css";

interface SessionListProps {
  sessions: Session[];
  currentId: string;
  end: (form: FormData) => Promise<void>;
  endOthers: () => Promise<void>;
}

/** The browsers where the user is logged in. */
export function SessionList({ sessions, currentId, end, endOthers }: SessionListProps) {
  const t = useTranslations("settings.sessions");
  const now = new Date();
  return (
    <>
      <ul className={classes.entries}>
        {sessions.map((session) => {
          const { browser, system, phone } = describe(session.userAgent);
          const known = browser ?? t("unknown");
          const name = system ? t("browserOn", { browser: known, system }) : known;
          const Icon = phone ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={session.id}>
              <Icon size={24} stroke={1.5} aria-hidden="true" />
              <div className={classes.entry}>
                <Text fw={500}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {t.rich("lastSeen", { when: () => <RelativeTime date={session.lastSeenAt} now={now} /> })}
                  {session.address && ` · ${t("from", { address: session.address })}`}
                </Text>
              </div>
              {session.id === currentId ? (
                <Badge variant="light" tt="none">
                  {t("current")}
                </Badge>
              ) : (
                <form action={end}>
                  <input type="hidden" name="session" value={session.id} />
                  <Button type="submit" size="xs" variant="default" aria-label={t("endNamed", { name })}>
                    {t("end")}
                  </Button>
                </form>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Group mt="md">
          <form action={endOthers}>
            <Button type="submit" variant="default">
              {t("endOthers")}
            </Button>
          </form>
        </Group>
      )}
    </>
  );
}

function describe(userAgent: string) {
  const { browser, os, device } = agentOf(userAgent);
  const named = (name: string) => (name === UNKNOWN ? undefined : name);
  return { browser: named(browser), system: named(os), phone: device === "Mobile" || device === "Tablet" };
}
