import { Box, Button } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { retryImport } from "@/components/ui/retry-import";
import type { Fields } from "@/components/ui/use-editor";
import type { BlockForm } from "./bio-form";

const BlockSchedule = dynamic(
  () => retryImport(() => import("./block-schedule").then((module) => module.BlockSchedule)),
  { loading: () => null },
);

/** The schedule of a block. Hidden until needed, because most blocks are always visible. */
export function SchedulePart({ fields }: { fields: Fields<BlockForm> }) {
  const t = useTranslations("bio.blocks");
  const [requested, setRequested] = useState(false);
  const { form, errors } = fields;
  const open = requested || [form.from, form.until, errors.from, errors.until].some(Boolean);
  if (open) return <BlockSchedule fields={fields} />;
  return (
    <Box>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconCalendarTime size={16} />}
        onClick={() => setRequested(true)}
      >
        {t("schedule")}
      </Button>
    </Box>
  );
}
