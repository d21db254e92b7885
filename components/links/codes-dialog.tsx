import { Alert, Group, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { DownloadLink } from "@/components/ui/download-link";
import { listHref } from "@/components/ui/list-address";
import { type LabelGrid, labelGrids } from "@/lib/drawing/label-layout";
import { mostCodes } from "@/lib/resources/qr-files/schema";

const sizes = [256, 512, 1024, 2048];
const formats = ["svg", "png", "labels"] as const;
const grids = Object.keys(labelGrids) as LabelGrid[];

interface CodesDialogProps {
  /** the number of selected links */
  count: number;
  /** the selected links as query parameters */
  query: Record<string, string | number>;
  close: () => void;
}

/** Downloads the QR codes of the selected links. */
export function CodesDialog({ count, query, close }: CodesDialogProps) {
  const t = useTranslations("links.bulk.codes");
  const { number } = useFormatter();
  const [format, setFormat] = useState<(typeof formats)[number]>("svg");
  const [size, setSize] = useState("1024");
  const [paper, setPaper] = useState("a4");
  const [labels, setLabels] = useState("3x8");
  const isPrinted = format === "labels";
  const wanted: Record<string, string> = isPrinted ? { paper, labels } : { format, size };
  return (
    <Modal opened onClose={close} title={t("title", { count })}>
      <Stack>
        <NativeSelect
          label={t("format")}
          data={formats.map((value) => ({ value, label: t(`formats.${value}`) }))}
          value={format}
          onChange={({ currentTarget: { value } }) => setFormat(formats.find((one) => one === value) ?? "svg")}
        />
        {format === "png" && (
          <NativeSelect
            label={t("size")}
            data={sizes.map((value) => ({ value: String(value), label: t("pixels", { size: number(value) }) }))}
            value={size}
            onChange={(event) => setSize(event.currentTarget.value)}
          />
        )}
        {isPrinted && (
          <Group grow>
            <NativeSelect
              label={t("paper")}
              data={[
                { value: "a4", label: "A4" },
                { value: "letter", label: t("letter") },
              ]}
              value={paper}
              onChange={(event) => setPaper(event.currentTarget.value)}
            />
            <NativeSelect
              label={t("grid")}
              data={grids.map((value) => ({ value, label: t("grids", sidesOf(value)) }))}
              value={labels}
              onChange={(event) => setLabels(event.currentTarget.value)}
            />
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {t(isPrinted ? "labelsAbout" : "about")}
        </Text>
        {count > mostCodes ? (
          <Alert color="red">{t("tooMany", { most: mostCodes })}</Alert>
        ) : (
          <Group justify="flex-end">
            <DownloadLink
              variant="filled"
              href={listHref("/dashboard/links/qr-codes", { ...query, ...wanted })}
              onClick={close}
            >
              {t("download")}
            </DownloadLink>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function sidesOf(grid: LabelGrid) {
  const [columns, rows] = labelGrids[grid];
  return { columns, rows, count: columns * rows };
}
