import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { QueueFigure, QueueFigures } from "@/lib/instance/queues";
import classes from "./instance-queues.module.css";

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
