import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Page } from "@/components/shell/page";

/** What stands in for a list on its way: for the `loading.tsx` beside the page of a list, in a group of their own. */
export function ListSkeleton() {
  const t = useTranslations("ui.list");
  return (
    <Page title={<Skeleton height={34} width={160} />}>
      <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>
      <Stack gap="lg" aria-hidden>
        <Skeleton height={50} />
        <Skeleton height={36} />
        <Skeleton height={420} />
      </Stack>
    </Page>
  );
}
