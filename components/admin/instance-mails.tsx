import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import type { MailFigures } from "@/lib/instance/mails";

/** What became of mails that the mail server did not take at once. */
export function InstanceMails({ mails: { waiting, tried, givenUp, lastFailure } }: { mails: MailFigures }) {
  const t = useTranslations("instance.mails");
  const format = useFormatter();
  return (
    <Card title={t("title")} lead={t("about")}>
      <DescriptionList
        columns
        items={[
          [t("waiting"), tried === 0 ? format.number(waiting) : t("waitingTried", { waiting, tried })],
          [t("givenUp"), format.number(givenUp)],
          [t("lastFailure"), format.dateTime(lastFailure.at, { dateStyle: "medium", timeStyle: "short" })],
          [t("problem"), lastFailure.problem],
        ]}
      />
    </Card>
  );
}
