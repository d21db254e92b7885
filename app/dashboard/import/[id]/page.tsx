import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Metadata } from "next";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { useImportDeletion } from "@/components/deletions/use-deletion";
import { ImportProgress, ReadingForm, StartForm } from "@/components/imports/import-steps";
import classes from "@/components/imports/imports.module.css";
import { importView, type Shown, shownOutcomes } from "@/components/imports/outcomes";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { ButtonLink } from "@/components/ui/link";
import { listHref } from "@/components/ui/list-address";
import { ListPagination } from "@/components/ui/list-pagination";
import { readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { Page } from "@/components/ui/page";
import type { Import, ImportRow } from "@/generated/prisma/client";
import { zonesWith } from "@/lib/contract/local-time";
import { readRefusal } from "@/lib/contract/refusal";
import { storedRefusalIn } from "@/lib/contract/refusals";
import type { ImportedLink } from "@/lib/resources/imports/format/schema";
import { firstValues, importRows, rememberedChoice } from "@/lib/resources/imports/service";
import type { ImportSource } from "@/lib/resources/imports/sources";
import { readColumns, readCreated } from "@/lib/resources/imports/stored";
import { loadImport } from "../../_lib/owned-row-loader";
import { deleteImportAction, readAgainAction, startImportAction } from "../actions";

const shownMade = 20;

export async function generateMetadata({ params }: PageProps<"/dashboard/import/[id]">): Promise<Metadata> {
  return { title: (await loadImport((await params).id)).row.import.fileName };
}

export default async function ImportPage({ params, searchParams }: PageProps<"/dashboard/import/[id]">) {
  const t = await getTranslations("imports");
  const [locale, format] = [await getLocale(), await getFormatter()];
  const { actor, row: state } = await loadImport((await params).id);
  const { import: found, rows: lines } = state;
  const counts = { ...state.counts, partial: state.partial };
  const view = importView.parse(await searchParams);
  const outcomes = shownOutcomes(counts);
  const shown = outcomes.find((outcome) => outcome === view.show) ?? outcomes[0] ?? "ready";
  const { rows, page, pages } = await readPage(view.page, (page) => importRows(actor, found.id, shown, page));
  const path = `/dashboard/import/${found.id}`;
  const columns = readColumns(found.columns);
  const all = readCreated(found.made);
  const made = all.slice(0, shownMade).map(({ kind, name }) => t(`made.${kind}`, { name }));
  if (all.length > shownMade) made.push(t("made.more", { count: all.length - shownMade }));
  const left = counts.invalid + counts.taken + counts.own + counts.repeated + counts.left;
  const isOpen = found.status === "checked" && !found.erasedAt;
  const startForm = isOpen && (
    <MayWrite>
      <StartForm
        id={found.id}
        counts={counts}
        remembered={await rememberedChoice(actor)}
        room={state.room}
        made={made}
        start={startImportAction}
      />
    </MayWrite>
  );
  const readingForm = isOpen && columns && (
    <MayWrite>
      <ReadingForm
        id={found.id}
        columns={columns}
        values={await firstValues(actor, found.id)}
        zones={columns.dates.assumed ? zonesWith(columns.reading.timeZone) : []}
        read={readAgainAction}
      />
    </MayWrite>
  );
  return (
    <Page
      title={found.fileName}
      note={t("about", { count: lines, source: t(`sources.${found.source as ImportSource}`) })}
      actions={
        <MayWrite>
          <DeleteButton found={found} />
        </MayWrite>
      }
    >
      <Stack gap="lg">
        {found.problem && <Alert color="red">{storedRefusalIn(locale, found.problem)}</Alert>}
        {found.erasedAt && !found.problem && <Alert>{t("erased")}</Alert>}
        {columns?.dates.ambiguous && readingForm}
        {startForm}
        {!columns?.dates.ambiguous && readingForm}
        {(found.status === "running" || found.status === "reading") && <ImportProgress state={state} />}
        {found.status === "done" && !found.problem && (
          <Card
            title={t("done.title", { count: counts.created + counts.renamed })}
            lead={counts.overwritten > 0 ? t("done.overwritten", { count: counts.overwritten }) : undefined}
          >
            <Group>
              <ButtonLink href="/dashboard/links">{t("done.links")}</ButtonLink>
              {left > 0 && !found.erasedAt && (
                <Button
                  component="a"
                  href={`${path}/left`}
                  download
                  variant="default"
                  leftSection={<IconDownload size={16} />}
                >
                  {t("done.left", { count: left })}
                </Button>
              )}
            </Group>
          </Card>
        )}
        <section aria-label={t("lines")}>
          <OutcomeTabs path={path} counts={counts} outcomes={outcomes} shown={shown} />
          <Text size="sm" c="dimmed" my="sm">
            {t(`outcomesAbout.${shown}`)}
          </Text>
          {columns?.unrecognized && columns.unrecognized.length > 0 && (
            <Alert variant="light" mb="sm" title={t("unrecognized.title")}>
              {format.list(columns.unrecognized.map(({ column, rows }) => t("unrecognized.column", { column, rows })))}
            </Alert>
          )}
          {!found.erasedAt && (
            <>
              <OutcomeRows
                label={t(`outcomes.${shown}`)}
                rows={rows.map((row) => inWords(row, (stored) => storedRefusalIn(locale, stored)))}
              />
              <Group justify="flex-end" mt="md">
                <ListPagination path={path} parameters={{ show: view.show ?? "" }} page={page} pages={pages} />
              </Group>
            </>
          )}
        </section>
      </Stack>
    </Page>
  );
}

/** Columns that are not recognized are named once, above the rows. */
function inWords({ message, link, ...row }: ImportRow, translate: (stored: string) => string) {
  const { lost = [], ...imported } = link as unknown as ImportedLink;
  const ofRow = lost.filter((text) => readRefusal(text)?.code !== "import_column_unknown");
  return { ...row, link: imported, message: message && translate(message), lost: ofRow.map(translate) };
}

function DeleteButton({ found }: { found: Import }) {
  const deletion = useImportDeletion(deleteImportAction)(found);
  return <EntryButtons deletion={deletion} list="/dashboard/import" />;
}

interface Row extends Pick<ImportRow, "row" | "outcome" | "message"> {
  link: ImportedLink;
  /** the settings that could not be imported, as text */
  lost: string[];
}

/** Rows of an import, with a note on each. */
function OutcomeRows({ label, rows }: { label: string; rows: Row[] }) {
  const t = useTranslations("imports.rows");
  const named = rows.map((row) => ({ ...row, id: row.row }));
  const hasNotes = rows.some(({ message, lost }) => message || lost.length > 0);
  return (
    <DataTable
      label={label}
      rows={named}
      columns={[
        {
          name: t("alias"),
          kind: "title",
          width: "18%",
          cell: ({ link, message, outcome }) => <span className={classes.url}>{aliasOf(link, outcome, message)}</span>,
        },
        { name: t("url"), cell: ({ link }) => <span className={classes.url}>{link.url || "–"}</span> },
        ...(hasNotes ? [{ name: t("reason"), width: "40%", cell: reasonOf }] : []),
        { name: t("clicks"), kind: "number" as const, width: "6rem", cell: ({ link }) => link.clicks },
        { name: t("line"), kind: "number" as const, width: "5.5rem", cell: ({ row, link }) => link.line ?? row },
      ]}
    />
  );

  function reasonOf({ link, outcome, message, lost }: Row) {
    const note = outcome === "renamed" ? t("before", { alias: link.alias ?? "" }) : message;
    // Before it was overwritten, its message was about the alias.
    return [outcome === "overwritten" ? null : note, ...lost].filter(Boolean).join(" ");
  }

  /** For a renamed link, `message` is its new alias. */
  function aliasOf(link: ImportedLink, outcome: Row["outcome"], message: string | null) {
    return (outcome === "renamed" && message) || link.alias || (outcome === "invalid" ? "–" : t("random"));
  }
}

interface OutcomeTabsProps {
  path: string;
  counts: Record<Shown, number>;
  outcomes: Shown[];
  shown: Shown;
}

/** Tabs with the number of rows of each outcome. */
function OutcomeTabs({ path, counts, outcomes, shown }: OutcomeTabsProps) {
  const t = useTranslations("imports");
  const format = useFormatter();
  return (
    <nav className={classes.tabs} aria-label={t("lines")}>
      {outcomes.map((outcome) => (
        <Link
          key={outcome}
          href={listHref(path, { show: outcome })}
          scroll={false}
          replace
          className={classes.tab}
          aria-current={outcome === shown ? "page" : undefined}
        >
          <span className={classes.count}>{format.number(counts[outcome])}</span>
          {t(`outcomes.${outcome}`)}
        </Link>
      ))}
    </nav>
  );
}
