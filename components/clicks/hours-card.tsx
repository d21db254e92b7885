import { Paper, Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { momentText } from "@/components/ui/formats";
import type { Counted } from "@/lib/clicks/statistics/click-nouns";
import type { HoursOfWeek } from "@/lib/clicks/statistics/hours-of-week";
import classes from "./hours-card.module.css";

interface HoursCardProps {
  /** the word for the clicks */
  of: Counted;
  hours: HoursOfWeek;
  zone: string;
}

const HOURS_APART = 3;

/** Clicks by weekday and hour of the day: the darker, the more. */
export function HoursCard({ of, hours: { days, since }, zone }: HoursCardProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const most = Math.max(...days.flat());
  const best = days.flatMap((hours, day) => hours.map((clicks, hour) => ({ clicks, day, hour })));
  const { day, hour } = best.find(({ clicks }) => clicks === most) ?? { day: 0, hour: 0 };
  // 2024-01-01 was a Monday.
  const nameOf = (day: number, weekday: "short" | "long") =>
    format.dateTime(Date.UTC(2024, 0, 1 + day), { weekday, timeZone: "UTC" });
  const hourOf = (hour: number) => format.dateTime(Date.UTC(2024, 0, 1, hour), { hour: "numeric", timeZone: "UTC" });
  return (
    <Paper component="section" className={classes.card} aria-labelledby="hours-title">
      <Title order={2} size="h3" id="hours-title">
        {t("hours.title", { of })}
      </Title>
      {most === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t("nothing")}
        </Text>
      ) : (
        <>
          <table className={classes.table} aria-labelledby="hours-title">
            <thead>
              <tr>
                <td />
                {Array.from({ length: 24 / HOURS_APART }, (_, at) => at * HOURS_APART).map((hour) => (
                  <th key={hour} scope="colgroup" colSpan={HOURS_APART}>
                    {hourOf(hour)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((hours, day) => (
                <tr key={nameOf(day, "long")}>
                  <th scope="row">{nameOf(day, "short")}</th>
                  {hours.map((clicks, hour) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: the hour is the identity of the cell
                      key={hour}
                      {...(clicks > 0 && {
                        title: `${nameOf(day, "short")}, ${hourOf(hour)}: ${t("onDay", { of, clicks })}`,
                        style: { "--share": shareOf(clicks, most) } as React.CSSProperties,
                      })}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Text size="xs" c="dimmed" className={classes.note}>
            {t("hours.most", { day: nameOf(day, "long"), hour: hourOf(hour), count: t("onDay", { of, clicks: most }) })}{" "}
            {since === null
              ? t("hours.zone", { zone })
              : t("hours.since", {
                  of,
                  zone,
                  since: momentText(format, since, zone),
                })}
          </Text>
        </>
      )}
    </Paper>
  );
}

/** Percentage of the strongest color. The first click must be visible. */
const shareOf = (clicks: number, most: number) => `${Math.round(15 + (85 * clicks) / most)}%`;
