"use client";

import { Button } from "@mantine/core";
import { MessagePage } from "@/components/ui/message-page";

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <MessagePage title="Something went wrong" actions={<Button onClick={() => retry()}>Try again</Button>}>
      The page could not be shown. It is not your fault; please try again in a moment.
    </MessagePage>
  );
}
