"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconShare2 } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMayWrite } from "@/components/ui/may-write";
import { retryImport } from "@/components/ui/retry-import";
import type { ShareItem } from "@/lib/resources/shares/schema";
import type { ShareActions } from "./share-dialog";

const ShareDialog = dynamic(() => retryImport(() => import("./share-dialog").then((module) => module.ShareDialog)), {
  ssr: false,
});

/** Opens the dialog that shares the page's statistics. */
export function ShareButton({ share, actions }: { share: ShareItem; actions: ShareActions }) {
  const t = useTranslations("sharing");
  const mayWrite = useMayWrite();
  const [present, setPresent] = useState(share);
  const [opened, { open, close }] = useDisclosure();
  if (!mayWrite) return null;
  return (
    <>
      <Button variant={present.shared ? "light" : "default"} leftSection={<IconShare2 size={16} />} onClick={open}>
        {t(present.shared ? "shared" : "share")}
      </Button>
      {opened && <ShareDialog share={present} setShare={setPresent} actions={actions} close={close} />}
    </>
  );
}
