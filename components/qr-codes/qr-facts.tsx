import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import { DescriptionList } from "@/components/ui/description-list";
import type { QrType } from "@/generated/prisma/enums";

interface QrFactsProps {
  type: QrType;
  createdAt: Date;
  /** The image's address. */
  picture: string;
  /** The address in the code. Null for Wi-Fi codes, which contain the network itself. */
  scan: string | null;
  now: Date;
}

/** Facts about a QR code. */
export function QrFacts({ type, createdAt, picture, scan, now }: QrFactsProps) {
  const t = useTranslations("qr");
  return (
    <DescriptionList
      now={now}
      items={[
        [t("table.type"), t(`types.${type}`)],
        [t("table.created"), createdAt],
        [t("facts.picture"), <Address key="picture" url={picture} />],
        [t("facts.scan"), scan && <Address key="scan" url={scan} />],
      ]}
    />
  );
}
