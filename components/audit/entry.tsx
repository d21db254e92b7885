import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useScopeNames } from "@/components/api-keys/use-scope-names";
import { momentText } from "@/components/ui/formats";
import { useFieldName } from "@/components/ui/use-field-name";
import { type Permission, permissions } from "@/lib/contract/permissions";
import { parseTimestamp } from "@/lib/contract/timestamp";
import type { ReferredNames } from "@/lib/resources/audit/names";
import type { Change, Entry } from "@/lib/resources/audit/service";
import { disabledReasonIn } from "@/lib/resources/links/disabled-reason";
import { findVendor } from "@/lib/resources/pixels/vendors";
import classes from "./entry.module.css";

const UPLOAD = /\/uploads\/[\da-f]{32}$/;

/** A changed value: text as it is, pictures, and lists and objects line by line with the names of their fields. */
export function ChangedValue({ value }: { value: unknown }) {
  const t = useTranslations("audit.values");
  if (hasNoValue(value)) return <span className={classes.none}>–</span>;
  if (typeof value === "string" && UPLOAD.test(value))
    return (
      <span>
        {/* biome-ignore lint/performance/noImgElement: a small picture of our own */}
        <img src={value.slice(value.search(UPLOAD))} alt={t("picture")} loading="lazy" className={classes.picture} />
      </span>
    );
  if (typeof value === "object") {
    return (
      <div className={classes.parts}>
        <Parts value={value as object} />
      </div>
    );
  }
  return (
    <span className={classes.text} dir="auto">
      {String(value)}
    </span>
  );
}

/** Returns whether a field has no value. */
export const hasNoValue = (value: unknown): value is null | undefined | "" =>
  value === null || value === undefined || value === "";

/** `path` leads to the value, such as `rules.when`. */
function Parts({ value, path = "" }: { value: unknown; path?: string }) {
  const fieldName = useFieldName();
  const t = useTranslations("audit.values");
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== "object")) return <bdi>{value.join(", ") || t("none")}</bdi>;
    return (
      <ol>
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <Parts value={one} path={path} />
          </li>
        ))}
      </ol>
    );
  }
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    return (
      <ul>
        {Object.entries(value).map(([key, part]) => (
          <li key={key}>
            <span className={classes.name}>{fieldName(path ? `${path}.${key}` : key) ?? key.replaceAll("_", " ")}</span>
            <Parts value={part} path={key} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return <bdi>{hasNoValue(value) || typeof value === "object" ? t("none") : String(value)}</bdi>;
}

/** The author of a change: a person, an administrator logged in as them, or the service. */
export function AuditPerson({ entry }: { entry: Pick<Entry, "operation" | "person" | "admin"> }) {
  const t = useTranslations("audit");
  const { operation, person, admin } = entry;
  if (admin) return t("signedInAs", { admin, person: person ?? "" });
  return person ?? (operation === null || operation === "import" ? t("service") : null);
}

/** Columns of ids, each with the field whose name they use. */
const fieldOf = (column: string) => column.replace(/_id$/, "").replace(/^root_bio_page$/, "rootbio");

/** Returns functions that give the name of a column and put a value of it into words. */
export function useChangeWords(names: ReferredNames) {
  const t = useTranslations("audit");
  const fieldName = useFieldName();
  const valueName = useValueName();

  const columnName = (column: string): string =>
    column === "sealed" ? t("sealed") : (fieldName(fieldOf(column)) ?? column.replaceAll("_", " "));

  /** Undefined for values that do not fit into a line, such as lists of objects. */
  const valueWords = (subject: string, column: string, value: unknown): string | undefined => {
    if (hasNoValue(value)) return t("values.none");
    if (typeof value === "boolean") return t(value ? "values.yes" : "values.no");
    if (Array.isArray(value)) {
      if (value.length === 0) return t("values.none");
      const words = value.map((one) => (typeof one === "object" ? undefined : valueWords(subject, column, one)));
      return words.includes(undefined) ? undefined : words.join(", ");
    }
    if (typeof value === "object") return undefined;
    if (typeof value === "number" && names[column]) return names[column][value] ?? `#${value}`;
    return valueName(subject, column, String(value)) ?? String(value);
  };

  return { columnName, valueWords };
}

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

/** Columns and fields with a moment: `expires_at`, `expiry`. */
const TIMES = /_at$|^expiry$/;

/** Returns a function that names a value, or returns undefined if the value is shown as it is stored. */
export function useValueName() {
  const t = useTranslations();
  const locale = useLocale();
  const format = useFormatter();
  const scopeName = useScopeNames();
  return (subject: string, column: string, value: string): string | undefined => {
    const moment = TIMES.test(column) ? (parseTimestamp(value) ?? new Date(value)) : undefined;
    if (moment && !Number.isNaN(moment.getTime())) return `${momentText(format, moment, "UTC")} UTC`;
    if (column === "scopes") return isPermission(value) ? scopeName(value) : undefined;
    if (subject === "pixel" && column === "type") return findVendor(value)?.name;
    if (subject === "disabled_link" && column === "reason") return disabledReasonIn(locale, value);
    const message = (valueMessages[`${subject}.${column}`] ?? valueMessages[column])?.(value);
    return message !== undefined && t.has(message as "audit.title") ? t(message as "audit.title") : undefined;
  };
}

const isPermission = (scope: string): scope is Permission => (permissions as readonly string[]).includes(scope);

type Named = Pick<Entry, "operation" | "changed" | "changes">;

/** The thing's present name, or its last name if it is deleted. */
export function nameOfSubject({ name, before, after }: Change): string {
  const values = { ...after, ...before };
  const found =
    name ??
    ["alias", "name", "host", "username", "email", "slug", "file_name", "label"]
      .map((key) => values[key])
      .find(Boolean);
  return typeof found === "string" ? found : "";
}

/** Returns a function that describes an entry in one line: its event or its first change. */
export function useEntryName() {
  const t = useTranslations("audit");
  return ({ operation, changed, changes: [first] }: Named): string => {
    if (!first)
      return operation && t.has(`events.${operation as "logged_in"}`)
        ? t(`events.${operation as "logged_in"}`)
        : (operation ?? "");
    const bulk = isUndo(operation) ? "undone" : changed > 1 && isBulk(operation) ? "bulk" : null;
    const words = [t(`subjects.${first.subject}`), nameOfSubject(first) || (first.id > 0 && `#${first.id}`)]
      .filter(Boolean)
      .join(" ");
    const done = bulk ? t(`operations.${bulk}`) : t(`changed.${first.kind}`);
    const line = `${done}: ${words}`;
    return changed > 1 ? `${line} ${t("more", { count: changed - 1 })}` : line;
  };
}

const isUndo = (operation: string | null) =>
  operation === "undoLinksAction" || operation === "POST /api/urls/change/{id}/undo";
const isBulk = (operation: string | null) => operation === "changeLinksAction" || operation === "POST /api/urls/change";
