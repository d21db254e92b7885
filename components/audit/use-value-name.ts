import { useLocale, useTranslations } from "next-intl";
import { useScopeNames } from "@/components/api-keys/use-scope-names";
import { type Permission, permissions } from "@/lib/contract/permissions";
import { disabledReasonIn } from "@/lib/resources/links/disabled-reason";
import { findVendor } from "@/lib/resources/pixels/vendors";

/**
 * The messages that name the values of columns with a fixed set of values, by subject and column, or by column alone.
 */
export const valueMessages: Record<string, (value: string) => string> = {
  "link.status": (value) => `audit.values.status.${value}`,
  "link.type": (value) => `audit.values.type.${value}`,
  forward: (value) => `links.editor.forwards.${value}`,
  sealed: (value) => `audit.values.sealed.${value}`,
  role: (value) => `settings.members.roles.${value}.name`,
  "domain.status": (value) => `domains.${value}`,
  "handover.status": (value) => `ownership-transfers.states.${value}`,
  "import.status": (value) => `imports.states.${value}`,
  "import.source": (value) => `imports.sources.${value}`,
  "overlay.type": (value) => `overlays.types.${value}`,
  "qr_code.type": (value) => `qr.types.${value}`,
  "user.plan_interval": (value) => `admin.plan.intervals.${value}`,
  "webhook.status": (value) => `webhooks.status.${value}`,
  "webhook.events": (value) => `webhooks.events.${value}`,
  "webhook.forwarding": (value) => `forwardings.kinds.${value}`,
};

/** Returns a function that names a value, or returns undefined if the value is shown as it is stored. */
export function useValueName() {
  const t = useTranslations();
  const locale = useLocale();
  const scopeName = useScopeNames();
  return (subject: string, column: string, value: string): string | undefined => {
    if (column === "scopes") return isPermission(value) ? scopeName(value) : undefined;
    if (subject === "pixel" && column === "type") return findVendor(value)?.name;
    if (subject === "disabled_link" && column === "reason") return disabledReasonIn(locale, value);
    const message = (valueMessages[`${subject}.${column}`] ?? valueMessages[column])?.(value);
    return message !== undefined && t.has(message as "audit.title") ? t(message as "audit.title") : undefined;
  };
}

const isPermission = (scope: string): scope is Permission => (permissions as readonly string[]).includes(scope);
