import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";

export interface DomainState {
  status: "active" | "pending" | "suspended";
  failingSince: Date | null;
  /** another account uses, used or has requested it, too */
  contested: boolean;
}

/** Shows whether a domain serves links, and if not, what it is waiting for. */
export function DomainBadge({ domain }: { domain: DomainState }) {
  const t = useTranslations("domains");
  const state = stateOf(domain);
  if (state === "active") {
    return (
      <Badge tt="none" variant="light">
        {t("active")}
      </Badge>
    );
  }
  return (
    <Badge tt="none" variant="outline" bd="1px solid var(--sp-accent)" c="var(--sp-accent)">
      {t(state)}
    </Badge>
  );
}

function stateOf({ status, failingSince, contested }: DomainState) {
  if (status === "active") return failingSince ? "failing" : "active";
  return status === "pending" && contested ? "unproven" : status;
}
