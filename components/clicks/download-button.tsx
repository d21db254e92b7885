"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { notifyFailed } from "@/components/ui/notify";
import type { Picture } from "./draw-picture";

type DownloadButtonProps = { label: string; fileName: string } & ({ href: string } | Picture);

/** Saves a file: one of the service's, or a picture of the chart. What draws that is loaded when somebody wants it. */
export function DownloadButton({ label, fileName, ...file }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const blob = "href" in file ? await fetched(file.href) : await (await import("./draw-picture")).drawPicture(file);
      const address = URL.createObjectURL(blob);
      Object.assign(document.createElement("a"), { href: address, download: fileName }).click();
      URL.revokeObjectURL(address);
    } catch (error) {
      notifyFailed((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={15} />}
      loading={busy}
      onClick={download}
    >
      {label}
    </Button>
  );
}

/** What is refused comes with the sentence that says why. */
async function fetched(href: string): Promise<Blob> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(await response.text());
  return response.blob();
}
