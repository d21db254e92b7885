import { Alert, type AlertProps } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { type Addresses, blockedIn } from "@/lib/platform/blocklist";

/** Says so where one of these addresses has been put on the blocklist since it was saved: visitors are not led there. */
export async function BlockedAlert({ addresses, ...props }: { addresses: Addresses } & AlertProps) {
  const blocked = await blockedIn(addresses);
  if (!blocked) return null;
  const t = await getTranslations("ui");
  const [, address] = blocked;
  return (
    <Alert color="red" variant="light" title={t("blockedTitle")} style={{ overflowWrap: "anywhere" }} {...props}>
      {t("blockedText", { address })}
    </Alert>
  );
}
