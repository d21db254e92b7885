import { Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import type { Change } from "@/lib/resources/audit/service";
import { ChangedValue } from "./changed-value";
import { nameOfThing } from "./use-entry-name";

/** Everything that an entry changed, field by field. */
export function AuditChanges({ changes }: { changes: Change[] }) {
  const t = useTranslations("audit");
  if (changes.length === 0) return <Text c="dimmed">{t("entry.nothing")}</Text>;
  return changes.map((change) => {
    const { subject, id, kind, fields, before, after } = change;
    const title = [t(`subjects.${subject}`), nameOfThing(change) || (id > 0 ? `#${id}` : "")].join(" ");
    return (
      <Stack key={`${subject} ${id}`} gap="xs" component="section" aria-label={title}>
        <Title order={2} size="h3" dir="auto">
          {title}
        </Title>
        <Text c="dimmed">{t(`changed.${kind}`)}</Text>
        <DataTable
          label={`${t("changes")}: ${title}`}
          rows={fields.map((field) => ({ id: field }))}
          columns={[
            {
              name: t("entry.field"),
              kind: "title",
              width: "14rem",
              cell: ({ id: field }) => (field === "sealed" ? t("sealed") : field),
            },
            ...(kind === "created"
              ? []
              : [
                  {
                    name: t("entry.before"),
                    cell: ({ id: field }: { id: string }) => <ChangedValue value={before?.[field]} />,
                  },
                ]),
            ...(kind === "deleted"
              ? []
              : [
                  {
                    name: t("entry.after"),
                    cell: ({ id: field }: { id: string }) => <ChangedValue value={after?.[field]} />,
                  },
                ]),
          ]}
        />
      </Stack>
    );
  });
}
