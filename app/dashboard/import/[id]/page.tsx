import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ImportProgress } from "@/components/imports/import-progress";
import { OutcomeRows } from "@/components/imports/outcome-rows";
import { OutcomeTabs } from "@/components/imports/outcome-tabs";
import { importView, shownOutcomes } from "@/components/imports/outcomes";
import { ReadingForm } from "@/components/imports/reading-form";
import { StartForm } from "@/components/imports/start-form";
import { useImportDeletion } from "@/components/imports/use-import-deletion";
import { Card } from "@/components/ui/card";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { ButtonLink } from "@/components/ui/link";
import { ListPagination } from "@/components/ui/list-pagination";
import { readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { Page } from "@/components/ui/page";
import type { Import, ImportRow } from "@/generated/prisma/client";
import { storedRefusalIn } from "@/lib/contract/refusals";
import { zonesWith } from "@/lib/contract/time-zones";
import { firstValues } from "@/lib/resources/imports/first-entries";
import type { ImportedLink } from "@/lib/resources/imports/format/schema";
import { importRows, rememberedChoice } from "@/lib/resources/imports/service";
import type { ImportSource } from "@/lib/resources/imports/sources";
import { readColumns, readCreated } from "@/lib/resources/imports/stored";
import { deleteImportAction, readAgainAction, startImportAction } from "../actions";
import { loadImport } from "./load-import";

const shownMade = 20;

export async function generateMetadata({ params }: PageProps<"/dashboard/import/[id]">): Promise<Metadata> {
  return { title: (await loadImport((await params).id)).row.import.fileName };
}

export default async function ImportPage({ params, searchParams }: PageProps<"/dashboard/import/[id]">) {
  const t = await getTranslations("imports");
  const locale = await getLocale();
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
  return (
    <Page
      title={found.fileName}
      lead={t("about", { count: lines, source: t(`sources.${found.source as ImportSource}`) })}
      actions={
        <MayWrite>
          <DeleteButton found={found} />
        </MayWrite>
      }
    >
      <Stack gap="lg">
        {found.problem && <Alert color="red">{storedRefusalIn(locale, found.problem)}</Alert>}
        {found.erasedAt && !found.problem && <Alert>{t("erased")}</Alert>}
        {found.status === "checked" && !found.erasedAt && (
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
        )}
        {found.status === "checked" && !found.erasedAt && columns && (
          <MayWrite>
            <ReadingForm
              id={found.id}
              columns={columns}
              values={await firstValues(actor, found.id)}
              zones={columns.dates.assumed ? zonesWith(columns.reading.timeZone) : []}
              read={readAgainAction}
            />
          </MayWrite>
        )}
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
                  leftSection={<IconDownload size={17} />}
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

function inWords({ message, link, ...row }: ImportRow, translate: (stored: string) => string) {
  const { lost = [], ...imported } = link as unknown as ImportedLink;
  return { ...row, link: imported, message: message && translate(message), lost: lost.map(translate) };
}

function DeleteButton({ found }: { found: Import }) {
  const deletion = useImportDeletion(deleteImportAction)(found);
  return <EntryButtons deletion={deletion} list="/dashboard/import" />;
}
