import { NativeSelect, Stack, Text, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { DryRunPanel } from "./dry-run-panel";
import type { ReplayAction, Replayed, ReplayedWay } from "./replayed";
import classes from "./rules.module.css";

interface ReplayPanelProps {
  changes: () => Record<string, unknown>;
  replay: ReplayAction;
  found: Replayed | undefined;
  onFound: (found: Replayed) => void;
}

const periods = [7, 30, 90, 365];

/** Shows where the visits of the last 30 days would have gone with these rules. */
export function ReplayPanel({ changes, replay, found, onFound }: ReplayPanelProps) {
  const t = useTranslations("links.replay");
  const safely = useSafeAction();
  const [days, setDays] = useState(30);
  const [failure, setFailure] = useState<string>();
  const [pending, startTransition] = useTransition();
  const run = () =>
    startTransition(async () => {
      const result = await safely(replay(changes(), days));
      if (result.ok) onFound(result.value);
      setFailure(result.ok ? undefined : Object.keys(result.errors).length > 0 ? t("unfinished") : result.error);
    });
  return (
    <DryRunPanel
      className={classes.replay}
      words={{ title: t("title"), about: t("about"), run: t("run") }}
      icon={<IconHistory size={16} />}
      onRun={run}
      pending={pending}
      failure={failure}
      found={found && <Findings found={found} />}
    >
      <NativeSelect
        size="sm"
        label={t("period")}
        data={periods.map((value) => ({ value: String(value), label: t("days", { days: value }) }))}
        value={String(days)}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
    </DryRunPanel>
  );
}

function Findings({ found: { visits, moved, before, after, notes } }: { found: Replayed }) {
  const t = useTranslations("links.replay");
  if (visits === 0) return <Text size="sm">{t("none")}</Text>;
  return (
    <Stack gap="xs">
      <Text fw={600}>{t("moved", { moved, visits })}</Text>
      <Ways title={t("after")} ways={after} />
      <Ways title={t("before")} ways={before} />
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

function Ways({ title, ways }: { title: string; ways: ReplayedWay[] }) {
  const format = useFormatter();
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      <ul className={classes.ways}>
        {ways.map(({ name, destination, visits }) => (
          <li key={`${name} ${destination}`}>
            <span>
              {name}
              {destination !== null && <small>{` → ${withoutScheme(destination)}`}</small>}
            </span>
            <b>{format.number(visits)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
