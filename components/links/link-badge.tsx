import { Badge } from "@mantine/core";
import type { LinkState } from "@/lib/links/state";

const labels = { private: "Private", expired: "Expired", "limit-reached": "Limit reached" } as const;

/** Why visitors do not arrive; nothing for a link that works. */
export function LinkBadge({ state }: { state: LinkState }) {
  if (state === "active") return null;
  return (
    <Badge tt="none" variant="outline" bd="1px solid var(--sp-accent)" c="var(--sp-accent)">
      {labels[state]}
    </Badge>
  );
}
