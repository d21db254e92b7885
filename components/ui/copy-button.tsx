"use client";

import { ActionIcon, Button, VisuallyHidden } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { IconCheck, IconCopy, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { copyText } from "./copy-text";
import { LateTooltip, useNear } from "./late-tooltip";

type Status = "idle" | "copied" | "refused";

const icons = { idle: IconCopy, copied: IconCheck, refused: IconX };

interface CopyButtonProps {
  value: string;
  /** The name of what is copied, for screen readers. */
  label: string;
  /** Fits in a line of text. */
  small?: boolean;
  /** The button's text. An icon if left out. */
  children?: string;
}

export function CopyButton({ value, label, small, children }: CopyButtonProps) {
  const t = useTranslations("ui");
  const sentences = { idle: "", copied: t("copied"), refused: t("copyRefused") };
  const [status, setStatus] = useState<Status>("idle");
  const { start } = useTimeout(() => setStatus("idle"), 2_000);
  const copy = async () => {
    setStatus((await copyText(value)) ? "copied" : "refused");
    start();
  };
  const Icon = icons[status];
  const button = useRef<HTMLButtonElement>(null);
  const { near, pointer, focus } = useNear();
  const events = { onClick: copy, ...pointer };
  return (
    <>
      {children ? (
        <Button ref={button} {...events} size={small ? "xs" : "md"} leftSection={<Icon size={16} />}>
          {children}
        </Button>
      ) : (
        <ActionIcon
          ref={button}
          {...events}
          {...focus}
          variant="subtle"
          color={status === "copied" ? "pine" : "gray"}
          size={small ? "sm" : "md"}
          aria-label={label}
        >
          <Icon size={small ? 15 : 18} />
        </ActionIcon>
      )}
      {(near || status !== "idle") && <LateTooltip target={button} label={sentences[status] || label} opened />}
      <VisuallyHidden role="status">{sentences[status]}</VisuallyHidden>
    </>
  );
}
