import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { SmsDraft } from "@/lib/resources/sms/draft";
import classes from "./sms.module.css";

interface SegmentsProps {
  typed: string;
  /** Null if there is no message. */
  draft: SmsDraft | null;
  recipients: number;
}

/** The number of segments, the reason for it, and the text with shortened links. */
export function Segments({ typed, draft, recipients }: SegmentsProps) {
  const t = useTranslations("sms.segments");
  if (!draft) {
    return (
      <Text size="sm" c="dimmed">
        {t("none")}
      </Text>
    );
  }
  const { segments, units, room, encoding, foreign, text } = draft;
  return (
    <div className={classes.segments}>
      <Text size="sm" role="status">
        <b>{t("count", { segments })}</b> · {t("room", { units, room })}
        {recipients > 1 && <> · {t("all", { recipients, all: segments * recipients })}</>}
      </Text>
      {encoding === "unicode" && (
        <Text size="sm" c="var(--sp-accent)">
          {t("unicode", { characters: foreign.slice(0, 5).join(" "), count: foreign.length })}
        </Text>
      )}
      {text !== typed && (
        <>
          <Text size="sm" c="dimmed">
            {t("shortened")}
          </Text>
          <p className={classes.bubble}>{text}</p>
        </>
      )}
    </div>
  );
}
