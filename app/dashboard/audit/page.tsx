import { Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { AuditPerson, useChangeWords, useEntryName } from "@/components/audit/entry";
import { type Column, DataTable } from "@/components/ui/data-table";
import { DownloadLink } from "@/components/ui/download-link";
import { RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listParameters, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { UndoChange, type UndoLinksAction } from "@/components/undo/undo";
import { id } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";
import { type ReferredNames, referredNames } from "@/lib/resources/audit/names";
import { subjects } from "@/lib/resources/audit/schema";
import { auditedPeople, type Entry, listAudit } from "@/lib/resources/audit/service";
import { hasFeature } from "@/lib/resources/plans/quota";
import { requirePermission } from "../_lib/required";
import { undoLinksAction } from "../links/lifecycle-actions";

const view = z.object({
  ...listParameters,
  subject: z.enum(subjects).optional().catch(undefined),
  person: id().optional().catch(undefined),
  whose: z.literal("instance").optional().catch(undefined),
});

export const generateMetadata = pageTitle("audit", "title");

export default async function AuditPage({ searchParams }: PageProps<"/dashboard/audit">) {
  const t = await getTranslations("audit");
  const actor = await requirePermission("audit:read");
  const { page: requested, subject, person, whose } = view.parse(await searchParams);
  const instance = actor.admin && whose === "instance";
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) =>
    listAudit(actor, { subject, person, instance }, page),
  );
  const people = await auditedPeople(actor, instance);
  return (
    <ListPage
      title={t("title")}
      lead={t("lead")}
      actions={hasFeature(actor, "export") && <DownloadLink href="/dashboard/export/audit.csv">CSV</DownloadLink>}
      path="/dashboard/audit"
      filters={[
        {
          name: "subject",
          label: t("filters.subject"),
          value: subject ?? "",
          options: [
            { value: "", label: t("filters.anySubject") },
            ...subjects.map((value) => ({ value, label: t(`subjects.${value}`) })),
          ],
        },
        {
          name: "person",
          label: t("filters.person"),
          value: person ? String(person) : "",
          options: [
            { value: "", label: t("filters.anyPerson") },
            ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ],
        },
        ...(actor.admin
          ? [
              {
                name: "whose",
                label: t("filters.whose"),
                value: instance ? "instance" : "",
                options: [
                  { value: "", label: t("filters.own") },
                  { value: "instance", label: t("filters.instance") },
                ],
              },
            ]
          : []),
      ]}
      {...{ page, pages, total, atMost }}
      count={t("count", { count: total })}
      empty={{ icon: <IconHistory />, title: t("empty.title"), text: t("empty.text") }}
    >
      <AuditTable
        rows={rows}
        now={new Date()}
        names={
          await referredNames(
            actor,
            rows.flatMap(({ changes }) => changes),
          )
        }
        undo={undoLinksAction}
      />
    </ListPage>
  );
}

interface AuditTableProps {
  rows: Entry[];
  now: Date;
  names: ReferredNames;
  /** undoes a bulk change */
  undo: UndoLinksAction;
}

/** The audit log, one line per entry. Details are on the entry's page. */
function AuditTable({ rows, now, names, undo }: AuditTableProps) {
  const t = useTranslations("audit");
  const nameOf = useEntryName();
  const undoColumn: Column<Entry> = {
    name: t("undo.button"),
    kind: "actions",
    width: "9rem",
    cell: (entry) => entry.undo !== null && <UndoChange id={entry.undo} undo={undo} />,
  };
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.what"),
          kind: "title",
          cell: (entry) => (
            <Stack gap={0}>
              <RowLink href={`/dashboard/audit/${entry.id}`}>{nameOf(entry)}</RowLink>
              <ChangeLine entry={entry} names={names} />
            </Stack>
          ),
        },
        { name: t("table.who"), width: "12rem", cell: (entry) => <AuditPerson entry={entry} /> },
        { name: t("table.address"), width: "11rem", cell: ({ address }) => address || "–" },
        { name: t("table.when"), kind: "time", cell: ({ at }) => at },
        ...(rows.some((entry) => entry.undo !== null) ? [undoColumn] : []),
      ]}
    />
  );
}

const shown = 3;

/** What an entry changed, in one line: "Campaign: None → Spring". Without values if they are too long. */
function ChangeLine({ entry: { changes, changed }, names }: { entry: Entry; names: ReferredNames }) {
  const { columnName, valueWords } = useChangeWords(names);
  const lineOf = (column: string) => {
    const [change] = changes;
    const [before, after] = [change?.before, change?.after].map(
      (values) => values && change && valueWords(change.subject, column, values[column]),
    );
    const isShort = changed === 1 || changes.every(({ after }) => same(after?.[column], change?.after?.[column]));
    if (column === "sealed" || !isShort || before === undefined || after === undefined || !change?.before)
      return columnName(column);
    return `${columnName(column)}: ${before} → ${after}`;
  };
  const columns = [...new Set(changes.flatMap(({ kind, fields }) => (kind === "changed" ? fields : [])))];
  const more = columns.length > shown ? " …" : "";
  return (
    <Text size="sm" c="dimmed" lineClamp={2} dir="auto" style={{ overflowWrap: "anywhere" }}>
      {columns.slice(0, shown).map(lineOf).join(" · ") + more}
    </Text>
  );
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
