import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { LinkState } from "@/lib/contract/link-state";

/** The status of a link that is not active. Renders nothing for an active link. */
export function LinkBadge({ state }: { state: LinkState | "archived" }) {
  const t = useTranslations("links.states");
  if (state === "active") return null;
  return (
    <Badge tt="none" variant="outline" bd="1px solid var(--sp-accent)" c="var(--sp-accent)">
      {t(state)}
    </Badge>
  );
}
