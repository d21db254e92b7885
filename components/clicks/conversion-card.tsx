import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import { type ConversionFigures, conversionRate } from "@/lib/clicks/statistics/conversion-figures";
import { presentMoney } from "@/lib/contract/money";

interface ConversionCardProps {
  figures: ConversionFigures;
  /** the clicks that the conversions are compared with */
  clicks: number;
}

/** The conversions and revenue from the clicks of a period. */
export function ConversionCard({ figures, clicks }: ConversionCardProps) {
  const t = useTranslations("clicks.conversions");
  const format = useFormatter();
  const { count, events, revenue } = figures;
  const rate = format.number(conversionRate(figures, clicks), { style: "percent", maximumFractionDigits: 1 });
  return (
    <Card title={t("title")} lead={t("card.lead")}>
      <DescriptionList
        columns
        items={[
          [t("card.count"), count],
          [t("rate"), clicks > 0 ? rate : "–"],
          ...revenue.map(({ currency, amount }): [string, string] => [
            t("card.revenue", { currency }),
            format.number(...presentMoney(amount, currency)),
          ]),
          ...events.map((one): [string, number] => [t("card.event", { event: one.event }), one.count]),
        ]}
      />
    </Card>
  );
}
