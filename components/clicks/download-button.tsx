"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useBrand } from "@/components/ui/brand";
import { notifyFailed } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import type { Picture } from "./draw-picture";

type DownloadButtonProps = { label: string; fileName: string } & ({ href: string } | Omit<Picture, "service">);

/** Saves a file of the service or a picture of the chart. The code that draws it is loaded on demand. */
export function DownloadButton({ label, fileName, ...file }: DownloadButtonProps) {
  const t = useTranslations("ui");
  const safely = useSafeAction();
  const { name } = useBrand();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    const result = await safely(
      "href" in file ? fetched(file.href, t("signedOut")) : drawn({ ...file, service: name }),
    );
    setBusy(false);
    if (!result.ok) return notifyFailed(result.error);
    const address = URL.createObjectURL(result.value);
    Object.assign(document.createElement("a"), { href: address, download: fileName }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button size="xs" variant="default" leftSection={<IconDownload size={16} />} loading={busy} onClick={download}>
      {label}
    </Button>
  );
}

async function drawn(picture: Picture): Promise<ActionResult<Blob>> {
  const { drawPicture } = await import("./draw-picture");
  return { ok: true, value: await drawPicture(picture) };
}

/** Fetches a file. A refusal becomes an error with its message; a redirect means that the session has ended. */
async function fetched(href: string, signedOut: string): Promise<ActionResult<Blob>> {
  const response = await fetch(href, { redirect: "manual" });
  if (response.type === "opaqueredirect") return { ok: false, error: signedOut, errors: {} };
  if (!response.ok) return { ok: false, error: await response.text(), errors: {} };
  return { ok: true, value: await response.blob() };
}
