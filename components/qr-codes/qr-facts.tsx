import { Anchor } from "@mantine/core";
import { useTranslations } from "next-intl";
import { withoutScheme } from "@/components/links/without-scheme";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { QrType } from "@/generated/prisma/enums";
import classes from "./qr-facts.module.css";

interface QrFactsProps {
  type: QrType;
  createdAt: Date;
  /** the address of the picture */
  picture: string;
  /** the address in it; null for a network, which is in it itself */
  scan: string | null;
  now: Date;
}

/** What a QR code is, beside its content. */
export function QrFacts({ type, createdAt, picture, scan, now }: QrFactsProps) {
  const t = useTranslations("qr");
  const address = (url: string) => (
    <>
      <Anchor href={url} target="_blank" rel="noreferrer">
        {withoutScheme(url)}
      </Anchor>
      <CopyButton value={url} label={t("copyNamed", { name: withoutScheme(url) })} />
    </>
  );
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("table.type")}</dt>
        <dd>{t(`types.${type}`)}</dd>
      </div>
      <div>
        <dt>{t("table.created")}</dt>
        <dd>
          <RelativeTime date={createdAt} now={now} />
        </dd>
      </div>
      <div data-address>
        <dt>{t("facts.picture")}</dt>
        <dd>{address(picture)}</dd>
      </div>
      {scan && (
        <div data-address>
          <dt>{t("facts.scan")}</dt>
          <dd>{address(scan)}</dd>
        </div>
      )}
    </dl>
  );
}
