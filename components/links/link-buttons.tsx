"use client";

import { Button, Group } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { CopyButton } from "@/components/ui/copy-button";
import { askToDelete } from "./delete-link";
import type { DeleteLinkAction } from "./saved-link";

interface LinkButtonsProps {
  link: { id: number; shortUrl: string; clicks: number };
  remove: DeleteLinkAction;
}

export function LinkButtons({ link, remove }: LinkButtonsProps) {
  const router = useRouter();
  const ask = () => askToDelete({ link, remove, onDeleted: () => router.replace("/dashboard/links") });
  return (
    <Group gap="xs">
      <CopyButton value={link.shortUrl} label="Copy the short link">
        Copy
      </CopyButton>
      <Button
        component={Link}
        href={`/dashboard/links/${link.id}/edit`}
        variant="default"
        leftSection={<IconPencil size={17} />}
      >
        Edit
      </Button>
      <Button variant="default" c="var(--mantine-color-error)" leftSection={<IconTrash size={17} />} onClick={ask}>
        Delete
      </Button>
    </Group>
  );
}
