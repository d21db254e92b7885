import { Code, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import type { Delivery } from "@/lib/resources/webhooks/stored-deliveries";
import { DeliveryBadge, useEventNames } from "./receiver-words";
import classes from "./webhooks.module.css";

interface DeliveryDetailsProps {
  delivery: Delivery;
  /** Why there was no response. */
  problem: string | null;
  /** Of a webhook. The delivery of a forwarding contains its whole request. */
  url?: string;
  now: Date;
}

/** The request of a delivery, the response, and their times. */
export function DeliveryDetails({ delivery, problem, url, now }: DeliveryDetailsProps) {
  const t = useTranslations("webhooks");
  const namesOf = useEventNames();
  const { type, status, attempts, at, triedAt, nextAt, ms, message, body, answerStatus, answer } = delivery;
  return (
    <Stack gap="lg">
      <DescriptionList
        now={now}
        columns
        items={[
          [t("deliveries.event"), namesOf([type])],
          [t("deliveries.state"), <DeliveryBadge key="status" delivery={delivery} />],
          [t("deliveries.at"), at],
          [t("deliveries.attempts"), attempts],
          [t("delivery.tried"), triedAt],
          [t("delivery.next"), status === "waiting" && nextAt > now && nextAt],
          [t("deliveries.duration"), ms !== null && t("deliveries.ms", { ms })],
        ]}
      />
      <Card title={t("delivery.request")}>
        {url && <Block text={`POST ${url}\nwebhook-id: msg_${message}\ncontent-type: application/json`} />}
        {body === null ? (
          <Text c="dimmed">{t("delivery.bodyLater")}</Text>
        ) : (
          <Block text={url ? readable(body) : body} />
        )}
      </Card>
      <Card title={t("delivery.answer")}>
        {problem && <Text>{problem}</Text>}
        {answerStatus !== null && <Text>{t("delivery.status", { status: String(answerStatus) })}</Text>}
        {answer && <Block text={answer} />}
        {!problem && answerStatus === null && <Text c="dimmed">{t("delivery.noAnswer")}</Text>}
      </Card>
    </Stack>
  );
}

const Block = ({ text }: { text: string }) => (
  <Code block mt="xs" className={classes.block} tabIndex={0}>
    {text}
  </Code>
);

const readable = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
