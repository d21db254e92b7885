import { useTranslations } from "next-intl";
import { AddressLink } from "@/components/ui/link";

interface LinkDestinationProps {
  link: { destination: string; shares?: number | null };
  /** on one line of a list */
  inList?: boolean;
}

/** Where a link redirects: its destination, or a note that it is split between several. */
export function LinkDestination({ link: { destination, shares }, inList }: LinkDestinationProps) {
  const t = useTranslations("ui");
  if (shares) return t("splitBetween", { count: shares });
  return inList ? (
    <AddressLink url={destination} c="dimmed" underline="hover" truncate display="block" />
  ) : (
    <AddressLink url={destination} />
  );
}
