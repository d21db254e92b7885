"use client";

import { Button, Group } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import type { DeleteAction } from "@/components/ui/deletion";
import { useDeleteLink } from "./use-delete-link";

interface LinkButtonsProps {
  link: { id: number; shortUrl: string; clicks: number };
  remove: DeleteAction;
}

export function LinkButtons({ link, remove }: LinkButtonsProps) {
  const t = useTranslations("links");
  const router = useRouter();
  const askToDelete = useDeleteLink(remove);
  const ask = () => askToDelete(link, () => router.replace("/dashboard/links"));
  return (
    <Group gap="xs">
      <CopyButton value={link.shortUrl} label={t("copyShort")}>
        {t("copy")}
      </CopyButton>
      <Button
        component={Link}
        href={`/dashboard/links/${link.id}/edit`}
        variant="default"
        leftSection={<IconPencil size={17} />}
      >
        {t("edit")}
      </Button>
      <Button variant="default" c="var(--mantine-color-error)" leftSection={<IconTrash size={17} />} onClick={ask}>
        {t("delete")}
      </Button>
    </Group>
  );
}
