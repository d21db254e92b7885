import { Progress, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import type { InstanceStorage as Storage } from "@/lib/instance/storage";
import { useByteFormat } from "./use-size";

const NEARLY_FULL = 0.9;

/** Disk usage, free space and the largest kinds of data. */
export function InstanceStorage({ storage }: { storage: Storage }) {
  const t = useTranslations("instance");
  const size = useByteFormat();
  const { database, clicks, uploads, journal, disk, largest } = storage;
  const used = disk && 1 - disk.free / disk.size;
  const words = disk && t("diskFree", { free: size(disk.free), size: size(disk.size) });
  return (
    <Card title={t("storage")}>
      {used !== null && words !== null && (
        <>
          <Text size="sm" mb={6}>
            {words}
          </Text>
          <Progress value={used * 100} color={used > NEARLY_FULL ? "red.7" : "pine"} mb="lg" aria-label={words} />
        </>
      )}
      <DescriptionList
        columns
        items={[
          [t("database"), size(database)],
          [t("clicksStored"), size(clicks)],
          [t("uploads"), size(uploads)],
          [t("journal"), journal === 0 ? t("journalEmpty") : t("journalWaits", { size: size(journal) })],
        ]}
      />
      <Text component="h3" fw={600} mt="lg" mb="xs">
        {t("largest")}
      </Text>
      <DescriptionList
        columns
        items={largest.map(({ name, bytes, rows }) => [
          t(`things.${name}`),
          rows === null
            ? size(bytes ?? 0)
            : t("thingAmount", { size: size(bytes ?? 0), count: Number(rows.toPrecision(2)) }),
        ])}
      />
    </Card>
  );
}
