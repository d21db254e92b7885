import { EmptyState } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/link";

export default function LinkNotFoundPage() {
  return (
    <Page title="This link does not exist">
      <EmptyState
        py={48}
        icon={<IconLinkOff />}
        description="It may have been deleted since, or the address has a mistake in it."
      >
        <ButtonLink href="/dashboard/links">Show all links</ButtonLink>
      </EmptyState>
    </Page>
  );
}
