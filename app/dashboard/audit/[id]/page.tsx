import { Code, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { AuditPerson, ChangedValue, hasNoValue, nameOfSubject, useChangeWords } from "@/components/audit/entry";
import { DataTable } from "@/components/ui/data-table";
import { DescriptionList } from "@/components/ui/description-list";
import { TextLink } from "@/components/ui/link";
import { Page, pageTitle } from "@/components/ui/page";
import { UndoChange } from "@/components/undo/undo";
import { type ReferredNames, referredNames } from "@/lib/resources/audit/names";
import { type Change, getAudit } from "@/lib/resources/audit/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";
import { undoLinksAction } from "../../links/lifecycle-actions";

const loadEntry = ownedRowLoader(getAudit);

export const generateMetadata = pageTitle("audit", "title");

export default async function AuditEntryPage({ params }: PageProps<"/dashboard/audit/[id]">) {
  const { actor, row: entry } = await loadEntry((await params).id);
  const t = await getTranslations("audit");
  const { operation, keyId, key, changed, changes, undo } = entry;
  return (
    <Page title={t("title")}>
      <Stack gap="xl">
        <DescriptionList
          now={new Date()}
          columns
          items={[
            [t("facts.when"), entry.at],
            [t("facts.person"), <AuditPerson key="person" entry={entry} />],
            [
              t("facts.operation"),
              operation &&
                (t.has(`events.${operation as "logged_in"}`) ? (
                  t(`events.${operation as "logged_in"}`)
                ) : (
                  <Code key="operation">{operation}</Code>
                )),
            ],
            [t("facts.key"), keyId && (key || t("keyWithoutName"))],
            [t("facts.address"), entry.address],
          ]}
        />
        {undo !== null && (
          <div>
            <UndoChange id={undo} undo={undoLinksAction} />
          </div>
        )}
        <AuditChanges changes={changes} names={await referredNames(actor, changes)} />
        {changed > changes.length && <Text c="dimmed">{t("entry.first")}</Text>}
      </Stack>
    </Page>
  );
}

/** Everything that an entry changed, field by field. */
function AuditChanges({ changes, names }: { changes: Change[]; names: ReferredNames }) {
  const t = useTranslations("audit");
  const { columnName, valueWords } = useChangeWords(names);
  if (changes.length === 0) return <Text c="dimmed">{t("entry.nothing")}</Text>;
  return changes.map((change) => {
    const { subject, id, kind, fields, before, after } = change;
    const words = (field: string, value: unknown) =>
      hasNoValue(value) ? null : (valueWords(subject, field, value) ?? value);
    const title = [t(`subjects.${subject}`), nameOfSubject(change) || (id > 0 ? `#${id}` : "")].join(" ");
    return (
      <Stack key={`${subject} ${id}`} gap="xs" component="section" aria-label={title}>
        <Title order={2} size="h3" dir="auto">
          {title}
        </Title>
        <Text c="dimmed">
          {t(`changed.${kind}`)} <ThingLink change={change} />
        </Text>
        <DataTable
          label={`${t("changes")}: ${title}`}
          rows={fields.map((field) => ({ id: field }))}
          columns={[
            {
              name: t("entry.field"),
              kind: "title",
              width: "14rem",
              cell: ({ id: field }) => columnName(field),
            },
            ...(kind === "created"
              ? []
              : [
                  {
                    name: t("entry.before"),
                    cell: ({ id: field }: { id: string }) => (
                      <ChangedValue value={before && words(field, before[field])} />
                    ),
                  },
                ]),
            ...(kind === "deleted"
              ? []
              : [
                  {
                    name: t("entry.after"),
                    cell: ({ id: field }: { id: string }) => (
                      <ChangedValue value={after && words(field, after[field])} />
                    ),
                  },
                ]),
          ]}
        />
      </Stack>
    );
  });
}

/** The pages of the things that changes are about. */
const pages: Partial<Record<Change["subject"], (id: number) => string>> = {
  link: (id) => `/dashboard/links/${id}`,
  campaign: (id) => `/dashboard/campaigns/${id}`,
  channel: (id) => `/dashboard/channels/${id}`,
  bio_page: (id) => `/dashboard/bio/${id}`,
  qr_code: (id) => `/dashboard/qr-codes/${id}`,
  domain: (id) => `/dashboard/domains/${id}`,
  tag: (id) => `/dashboard/tags/${id}/edit`,
  utm_template: (id) => `/dashboard/utm-templates/${id}/edit`,
  pixel: (id) => `/dashboard/pixels/${id}/edit`,
  overlay: (id) => `/dashboard/overlays/${id}/edit`,
  splash_page: (id) => `/dashboard/splash/${id}/edit`,
};

/** A link to the changed thing, if it still exists and has a page. */
function ThingLink({ change: { subject, id, name } }: { change: Change }) {
  const t = useTranslations("audit");
  const page = pages[subject]?.(id);
  if (!page || typeof name !== "string") return null;
  return <TextLink href={page}>{t("open", { thing: t(`subjects.${subject}`), name })}</TextLink>;
}
