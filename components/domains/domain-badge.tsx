import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/ui/state-badge";

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
  return <StateBadge fine={state === "active"}>{t(state)}</StateBadge>;
}

function stateOf({ status, failingSince, contested }: DomainState) {
  if (status === "active") return failingSince ? "failing" : "active";
  return status === "pending" && contested ? "unproven" : status;
}
