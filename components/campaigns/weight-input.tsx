"use client";

import { Group, Text, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useMayWrite } from "@/components/ui/may-write";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";

interface WeightInputProps {
  label: string;
  weight: number;
  /** share of all visits, formatted */
  share: string;
  save: (weight: string) => Promise<ActionResult<null>>;
}

/** A field for a weight. Saves on blur and on Enter. */
export function WeightInput({ label, weight, share, save }: WeightInputProps) {
  const safely = useSafeAction();
  const mayWrite = useMayWrite();
  const router = useRouter();
  const [text, setText] = useState(String(weight));
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();
  const [known, setKnown] = useState(weight);
  // Reset the field when the weight changes elsewhere.
  if (weight !== known) {
    setKnown(weight);
    setText(String(weight));
    setError(undefined);
  }

  const put = () => {
    setError(undefined);
    // An empty field keeps the weight.
    if (text.trim() === "") return setText(String(weight));
    if (text.trim() === String(weight)) return;
    startTransition(async () => {
      const result = await safely(save(text.trim()));
      if (result.ok) router.refresh();
      else setError(result.errors.weight ?? result.error);
    });
  };

  return (
    <Group gap="sm" wrap="nowrap" align="center">
      <TextInput
        size="xs"
        w="6.5rem"
        inputMode="numeric"
        aria-label={label}
        value={text}
        error={error}
        loading={pending}
        disabled={!mayWrite}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={put}
        onKeyDown={(event) => event.key === "Enter" && put()}
      />
      <Text size="sm" c="dimmed">
        {share}
      </Text>
    </Group>
  );
}
