import { Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list";
import { megabytes } from "@/components/ui/formats";
import type { OwnershipTransferContents as Contents } from "@/lib/resources/ownership-transfers/schema";

const counted = [
  "links",
  "deleted",
  "tags",
  "campaigns",
  "channels",
  "pixels",
  "overlays",
  "splash",
  "bio",
  "qr",
] as const;
/** A smaller amount would round to 0 MB. */
const leastShown = 100_000;
const losses = ["campaigns", "channels", "pixels", "overlays", "splash"] as const;

/** The contents of a transfer, and what its links lose. */
export function OwnershipTransferContents({ contents }: { contents: Contents }) {
  const t = useTranslations("ownership-transfers");
  const format = useFormatter();
  const lost = losses.filter((name) => contents.dropped[name] > 0);
  return (
    <Stack gap="sm">
      <DescriptionList
        items={[
          ...counted.map((name): [string, number | null] => [t(`contents.${name}`), contents[name] || null]),
          [t("contents.domains"), contents.domains.join(", ") || null],
          [t("contents.bytes"), contents.bytes >= leastShown && megabytes(format, contents.bytes)],
        ]}
      />
      {lost.map((name) => (
        <Text key={name}>{t(`dropped.${name}`, { count: contents.dropped[name] })}</Text>
      ))}
    </Stack>
  );
}
