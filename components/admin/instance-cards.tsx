import { Progress, SimpleGrid, Text, VisuallyHidden } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import { weights } from "@/lib/contract/theme";
import type { InstanceStorage as Storage } from "@/lib/instance/figures";
import type { QueueFigure, QueueFigures } from "@/lib/instance/queues";
import type { Past } from "@/lib/instance/samples";
import classes from "./instance-cards.module.css";

type Name = "visits" | "failures" | "oldest" | "loopDelay" | "memory" | "free";

/** Load and health of the last 24 hours or the last 30 days. */
export function InstancePast({ span, past }: { span: "day" | "month"; past: Past[] }) {
  const t = useTranslations("instance.past");
  const format = useFormatter();
  const size = useByteFormat();
  const seconds = (count: number) => format.number(count, { style: "unit", unit: "second", maximumFractionDigits: 1 });
  const milliseconds = (count: number) =>
    format.number(count * 1_000, { style: "unit", unit: "millisecond", maximumFractionDigits: 1 });
  const values = (name: Name) => past.map((one) => one[name] ?? 0);
  const most = (name: Name) => Math.max(0, ...values(name));
  const sum = (name: Name) => values(name).reduce((all, value) => all + value, 0);
  const frees = past.flatMap(({ free }) => (free === null ? [] : [free]));
  const totals: Record<Name, string> = {
    visits: format.number(sum("visits")),
    failures: format.number(sum("failures")),
    oldest: t("atMost", { value: seconds(most("oldest")) }),
    loopDelay: t("atMost", { value: milliseconds(most("loopDelay")) }),
    memory: t("atMost", { value: size(most("memory")) }),
    free: frees.length === 0 ? t("unknown") : t("atLeast", { value: size(Math.min(...frees)) }),
  };
  const writes: Partial<Record<Name, (count: number) => string>> = {
    oldest: seconds,
    loopDelay: milliseconds,
    memory: size,
    free: size,
  };
  return (
    <Card title={t(`${span}.title`)} lead={t(`${span}.about`)}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xl" style={{ alignItems: "end" }}>
        {(Object.keys(totals) as Name[]).map((name) => (
          <GrowthChart
            key={name}
            name={t(`names.${name}`)}
            total={totals[name]}
            days={past.map((one) => ({ day: new Date(one.at).toISOString(), count: one[name] ?? 0 }))}
            hours={span === "day" || undefined}
            write={writes[name]}
          />
        ))}
      </SimpleGrid>
    </Card>
  );
}

interface GrowthChartProps {
  /** What is counted, as a title. */
  name: string;
  /** The total in words, such as "12 links". */
  total: string;
  days: { day: string; count: number }[];
  /** Labels bars by time of day instead of date. */
  hours?: true;
  /** Formats values that are not counts, such as bytes. */
  write?: (count: number) => string;
}

/** A bar chart with one bar per day or hour, rendered on the server. */
export function GrowthChart({ name, total, days, hours, write }: GrowthChartProps) {
  const format = useFormatter();
  const written = write ?? ((count: number) => format.number(count));
  const most = Math.max(write ? 0 : 1, ...days.map(({ count }) => count));
  const called = (day: string) =>
    format.dateTime(
      Date.parse(day),
      hours
        ? { timeZone: "UTC", hour: "2-digit", minute: "2-digit" }
        : { timeZone: "UTC", month: "short", day: "numeric" },
    );
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.chart} aria-label={`${name}: ${total}`}>
      <figcaption className={classes.head}>
        <span className={classes.name}>{name}</span>
        <span>{total}</span>
      </figcaption>
      <ol className={classes.days}>
        {days.map(({ day, count }) => (
          <li key={day} title={`${called(day)}: ${written(count)}`}>
            <span className={classes.bar} style={{ height: `${most === 0 ? 0 : (count / most) * 100}%` }} />
            <VisuallyHidden>{`${called(day)}: ${written(count)}`}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <div className={classes.scale} aria-hidden>
        <span>{first && called(first.day)}</span>
        <span>{last && called(last.day)}</span>
      </div>
    </figure>
  );
}

/** `running` is not shown on a phone. */
const shown = ["waiting", "running", "failed", "oldest"] as const satisfies QueueFigure[];

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Work that runs in the background, with what waits and what failed. */
export function InstanceQueues({ queues }: { queues: QueueFigures[] }) {
  const t = useTranslations("instance.queues");
  const format = useFormatter();
  const age = (seconds: number) => {
    const [unit, size] = units.find(([, size]) => seconds >= size) ?? ["second", 1];
    return format.number(Math.floor(seconds / size), { style: "unit", unit, unitDisplay: "short" });
  };
  const cell = (queue: QueueFigures, figure: QueueFigure) => {
    const value = queue[figure];
    if (figure === "oldest") return value ? age(value) : "–";
    return value === undefined ? "–" : format.number(value);
  };
  return (
    <Card title={t("title")} lead={t("about")}>
      <table className={classes.table} aria-label={t("title")}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            {shown.map((figure) => (
              <th key={figure} scope="col" data-figure={figure}>
                {t(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name}>
              <th scope="row">{t(`names.${queue.name}`)}</th>
              {shown.map((figure) => (
                <td key={figure} data-figure={figure}>
                  {cell(queue, figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const NEARLY_FULL = 0.9;

/** Disk usage, free space and the largest kinds of data. */
export function InstanceStorage({ storage }: { storage: Storage }) {
  const t = useTranslations("instance");
  const size = useByteFormat();
  const { database, clicks, uploads, journal, disk, largest } = storage;
  const used = disk && 1 - disk.free / disk.size;
  const words = disk && t("diskFree", { free: size(disk.free), size: size(disk.size) });
  return (
    <Card title={t("storage")}>
      {used !== null && words !== null && (
        <>
          <Text mb={6}>{words}</Text>
          <Progress value={used * 100} color={used > NEARLY_FULL ? "red.7" : "pine"} mb="lg" aria-label={words} />
        </>
      )}
      <DescriptionList
        columns
        items={[
          [t("database"), size(database)],
          [t("clicksStored"), size(clicks)],
          [t("uploads"), size(uploads)],
          [t("journal"), journal === 0 ? t("journalEmpty") : t("journalWaits", { size: size(journal) })],
        ]}
      />
      <Text component="h3" fw={weights.bold} mt="lg" mb="xs">
        {t("largest")}
      </Text>
      <DescriptionList
        columns
        items={largest.map(({ name, bytes, rows }) => [
          t(`things.${name}`),
          rows === null
            ? size(bytes ?? 0)
            : t("thingAmount", { size: size(bytes ?? 0), count: Number(rows.toPrecision(2)) }),
        ])}
      />
    </Card>
  );
}

/** Returns a function that formats bytes in a readable unit. */
export function useByteFormat() {
  const format = useFormatter();
  return (bytes: number): string => {
    const [unit, amount] =
      bytes < 1e6
        ? (["kilobyte", 1e3] as const)
        : bytes < 1e9
          ? (["megabyte", 1e6] as const)
          : (["gigabyte", 1e9] as const);
    return format.number(bytes / amount, { style: "unit", unit, maximumFractionDigits: 1 });
  };
}
