import { Alert, type AlertProps } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { type Addresses, findBlocked } from "@/lib/platform/network/blocklist";

/** Warns if one of these addresses was added to the blocklist after it was saved. */
export async function BlockedAlert({ addresses, ...props }: { addresses: Addresses } & AlertProps) {
  const blocked = await findBlocked(addresses);
  if (!blocked) return null;
  const t = await getTranslations("ui");
  const [, address] = blocked;
  return (
    <Alert color="red" variant="light" title={t("blockedTitle")} style={{ overflowWrap: "anywhere" }} {...props}>
      {t("blockedText", { address })}
    </Alert>
  );
}
