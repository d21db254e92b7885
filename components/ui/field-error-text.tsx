import { Text } from "@mantine/core";

/** What is wrong with several fields together; with one of them its own `error` says it. Nothing where nothing is. */
export function FieldErrorText({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
