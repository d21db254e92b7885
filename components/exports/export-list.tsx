import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { DownloadLink } from "@/components/ui/download-link";
import type { PartName } from "@/lib/resources/exports/parts";

const path = "/dashboard/export";

/** The part that most people need. */
const first: PartName[] = ["links", "clicks"];

/** The files to export. Plain anchors, because Next's links would prefetch the files. */
export function ExportList({ parts }: { parts: PartName[] }) {
  const t = useTranslations("exports");
  return (
    <Stack align="flex-start">
      <DownloadLink href={`${path}/everything.jsonl`} size="md">
        {t("everything")}
      </DownloadLink>
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
      <Anchor href={`${path}/${name}`} download aria-label={name}>
        {format}
      </Anchor>
    );
  }
}
