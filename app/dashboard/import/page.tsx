import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useImportDeletion } from "@/components/deletions/use-deletion";
import { UploadForm } from "@/components/imports/upload-form";
import { Card } from "@/components/ui/card";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { DownloadLink } from "@/components/ui/download-link";
import { RowLink, TextLink } from "@/components/ui/link";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { Page, pageTitle } from "@/components/ui/page";
import { RowMenu } from "@/components/ui/row-menu";
import { requireActor } from "@/lib/auth/session";
import { maySee } from "@/lib/resources/exports/lines";
import { type PartName, partNames } from "@/lib/resources/exports/parts";
import { importDomains } from "@/lib/resources/imports/check";
import { maxFileBytes } from "@/lib/resources/imports/list-reader";
import { type ListedImport, listImports } from "@/lib/resources/imports/service";
import type { ImportSource } from "@/lib/resources/imports/sources";
import { linkOrigin } from "@/lib/resources/links/short-url";
import { hasFeature } from "@/lib/resources/plans/quota";
import { deleteImportAction } from "./actions";

const path = "/dashboard/import";
const perPage = 10;

export const generateMetadata = pageTitle("imports", "title");

export default async function ImportsPage({ searchParams }: PageProps<"/dashboard/import">) {
  const t = await getTranslations("imports");
  const exports = await getTranslations("exports");
  const actor = await requireActor();
  const domains = await importDomains(actor);
  const { rows, total, page, pages } = await readPage(
    listView.parse(await searchParams).page,
    (page) => listImports(actor, page),
    perPage,
  );
  return (
    <Page title={t("title")} size="form">
      <Stack gap="lg">
        <MayWrite>
          <Card title={t("upload.title")} lead={t("upload.lead")}>
            <UploadForm
              maxBytes={maxFileBytes}
              domains={domains.map((domain) => ({ value: String(domain.id), label: linkOrigin(domain) }))}
            />
          </Card>
        </MayWrite>
        {total > 0 && (
          <Card title={t("earlier")}>
            <ImportsTable rows={rows} now={new Date()} remove={deleteImportAction} />
            {pages > 1 && (
              <Group justify="flex-end" mt="md">
                <ListPagination path={path} parameters={{}} page={page} pages={pages} />
              </Group>
            )}
          </Card>
        )}
        <Card title={exports("title")}>
          {hasFeature(actor, "export") ? (
            <ExportList parts={partNames.filter((name) => maySee(actor, name))} />
          ) : (
            <Text size="sm">
              {exports("notInPlan", { plan: actor.plan.name })}{" "}
              {exports.rich("archive", {
                a: (words) => (
                  <TextLink href="/dashboard/settings/leave" inherit>
                    {words}
                  </TextLink>
                ),
              })}
            </Text>
          )}
        </Card>
      </Stack>
    </Page>
  );
}

interface ImportsTableProps {
  rows: ListedImport[];
  now: Date;
  remove: DeleteAction;
}

function ImportsTable({ rows, now, remove }: ImportsTableProps) {
  const t = useTranslations("imports");
  const deletionOf = useImportDeletion(remove);
  return (
    <DataTable
      label={t("earlier")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.file"),
          kind: "title",
          width: "28%",
          cell: ({ id, fileName }) => <RowLink href={`/dashboard/import/${id}`}>{fileName}</RowLink>,
        },
        { name: t("table.source"), cell: ({ source }) => t(`sources.${source as ImportSource}`) },
        {
          name: t("table.status"),
          width: "8.5rem",
          cell: ({ status, problem }) => (
            <Badge variant={status === "done" && !problem ? "light" : "outline"}>
              {t(`states.${problem ? "stopped" : status}`)}
            </Badge>
          ),
        },
        { name: t("table.links"), kind: "number", width: "5rem", cell: ({ links }) => links },
        { name: t("table.uploaded"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={(row) => <RowMenu name={row.fileName} deletion={deletionOf(row)} />}
    />
  );
}

const downloads = "/dashboard/export";

/** The part that most people need. */
const first: PartName[] = ["links", "clicks"];

/** The files to export. Plain anchors, because Next's links would prefetch the files. */
function ExportList({ parts }: { parts: PartName[] }) {
  const t = useTranslations("exports");
  return (
    <Stack align="flex-start">
      <DownloadLink href={`${downloads}/everything.jsonl`}>{t("everything")}</DownloadLink>
      <Text size="sm" c="dimmed">
        {t("about")}
      </Text>
      <DataTable
        label={t("title")}
        rows={[...first, ...parts.filter((name) => !first.includes(name))].map((name) => ({ id: name }))}
        columns={[
          { name: t("part"), kind: "title", cell: ({ id }) => t(`parts.${id}`) },
          {
            name: t("files"),
            kind: "actions",
            width: "11rem",
            cell: ({ id }) => (
              <Group gap="md" justify="flex-end" wrap="nowrap">
                {file(`${id}.csv`, "CSV")}
                {file(`${id}.jsonl`, "JSONL")}
              </Group>
            ),
          },
        ]}
      />
    </Stack>
  );

  function file(name: string, format: string) {
    return (
      <Anchor href={`${downloads}/${name}`} download aria-label={name}>
        {format}
      </Anchor>
    );
  }
}
