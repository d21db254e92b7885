import { Button, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface DryRunPanelProps {
  className: string | undefined;
  words: { title: string; about: string; run: string };
  icon: ReactNode;
  onRun: () => void;
  pending: boolean;
  failure: string | undefined;
  /** the result */
  found: ReactNode;
  /** the input fields */
  children: ReactNode;
}

/** A panel that tries rules before they are saved. */
export function DryRunPanel({ className, words, icon, onRun, pending, failure, found, children }: DryRunPanelProps) {
  return (
    <section
      className={className}
      aria-label={words.title}
      onKeyDown={(event) => {
        // Enter starts the try instead of saving the link.
        if (event.key !== "Enter" || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onRun();
      }}
    >
      <Stack gap="sm">
        <div>
          <Title order={2} size="h3">
            {words.title}
          </Title>
          <Text size="sm" c="dimmed">
            {words.about}
          </Text>
        </div>
        {children}
        <Button variant="default" leftSection={icon} loading={pending} onClick={onRun}>
          {words.run}
        </Button>
        <div role="status">
          {failure ? (
            <Text size="sm" c="var(--mantine-color-error)">
              {failure}
            </Text>
          ) : (
            found
          )}
        </div>
      </Stack>
    </section>
  );
}
