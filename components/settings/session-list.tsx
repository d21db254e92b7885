import { Badge, Button, Group, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import Bowser from "bowser";
import type { Session } from "@/generated/prisma/client";
import classes from "./settings.module.css";

interface SessionListProps {
  sessions: Session[];
  currentId: string;
  end: (form: FormData) => Promise<void>;
  endOthers: () => Promise<void>;
}

/** The browsers in which the user is logged in. */
export function SessionList({ sessions, currentId, end, endOthers }: SessionListProps) {
  return (
    <>
      <ul className={classes.sessions}>
        {sessions.map((session) => {
          const { name, phone } = describe(session.userAgent);
          const Icon = phone ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={session.id}>
              <Icon size={24} stroke={1.5} aria-hidden="true" />
              <div className={classes.agent}>
                <Text fw={500}>{name}</Text>
                <Text size="sm" c="dimmed">
                  Last seen {ago(session.lastSeenAt)}
                </Text>
              </div>
              {session.id === currentId ? (
                <Badge variant="light" tt="none">
                  This browser
                </Badge>
              ) : (
                <form action={end}>
                  <input type="hidden" name="session" value={session.id} />
                  <Button type="submit" size="xs" variant="default" aria-label={`Log out ${name}`}>
                    Log out
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
              Log out everywhere else
            </Button>
          </form>
        </Group>
      )}
    </>
  );
}

function describe(userAgent: string) {
  if (userAgent === "") return { name: "Unknown browser", phone: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const name = [browser.name ?? "Unknown browser", os.name].filter(Boolean).join(" on ");
  return { name, phone: platform.type === "mobile" || platform.type === "tablet" };
}

function ago(date: Date): string {
  const minutes = Math.round((Date.now() - date.getTime()) / 60_000);
  if (minutes < 2) return "just now";
  const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), "hour");
  return relative.format(-Math.round(minutes / (24 * 60)), "day");
}
