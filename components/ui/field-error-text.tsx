import { Text } from "@mantine/core";

/** An error about several fields together. A single field shows its own `error`. */
export function FieldErrorText({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
