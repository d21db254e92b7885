import { Alert, Group, Stack, TextInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { CopyButton } from "./copy-button";

interface MadeLinkProps {
  label: string;
  /** A link or another secret that is shown once. */
  url: string;
  copy: string;
  /** Says what was created. */
  children: React.ReactNode;
}

/** Replaces a form that has created a secret, and shows the secret once. */
export function SecretLink({ label, url, copy, children }: MadeLinkProps) {
  return (
    <Stack gap="sm">
      <Alert role="status" color="pine" variant="light" icon={<IconCircleCheck size={18} />}>
        {children}
      </Alert>
      <TextInput label={label} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Group>
        <CopyButton value={url} label={copy}>
          {copy}
        </CopyButton>
      </Group>
    </Stack>
  );
}
