"use client";

import { Group, NativeSelect, Stack } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { DownloadLink } from "@/components/ui/download-link";

const sizes = [256, 512, 1024, 2048, 4096];

interface QrDownloadsProps {
  /** the address of the picture in each format */
  files: Record<"png" | "svg" | "pdf", string>;
  /** the name of the file, without its ending */
  name: string;
}

/** Download buttons for the image. Only PNG has a size to choose, because the others are vectors. */
export function QrDownloads({ files, name }: QrDownloadsProps) {
  const t = useTranslations("ui.qrDownloads");
  const format = useFormatter();
  const [size, setSize] = useState("1024");
  const button = (type: keyof typeof files, query = "") => (
    <DownloadLink href={`${files[type]}${query}`} download={`${name}.${type}`} size="xs">
      {type.toUpperCase()}
    </DownloadLink>
  );
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          flex={1}
          aria-label={t("size")}
          data={sizes.map((pixels) => ({ value: String(pixels), label: t("pixels", { size: format.number(pixels) }) }))}
          value={size}
          onChange={(event) => setSize(event.currentTarget.value)}
        />
        {button("png", `${files.png.includes("?") ? "&" : "?"}size=${size}`)}
      </Group>
      <Group gap="xs" grow>
        {button("svg")}
        {button("pdf")}
      </Group>
    </Stack>
  );
}
