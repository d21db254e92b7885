import { ActionIcon, Button, FileButton, Group, Input, TextInput, Tooltip } from "@mantine/core";
import { IconPhotoUp, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type TransitionStartFunction, useState, useTransition } from "react";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import { completeUrl } from "@/lib/contract/url";
import classes from "./designer.module.css";

interface LogoFieldProps {
  /** the path of an upload, an address, or empty */
  value: string;
  /** the one that the code has: it is not fetched again */
  stored: string;
  error: string | undefined;
  onChange: (logo: string) => void;
  /** whether a file is on its way, and what follows it on its way */
  uploading: boolean;
  startUpload: TransitionStartFunction;
  /** keeps a picture, from a file or from its address, and answers its path here */
  keep: (picture: File | string) => Promise<ActionResult<string>>;
}

const maxBytes = 1024 * 1024;

/** A picture in the middle of the code: a file, or an address from which it is fetched when the field is left. */
export function LogoField({ value, stored, error, onChange, uploading, startUpload, keep }: LogoFieldProps) {
  const t = useTranslations("qr.designer");
  const reach = useSafeAction();
  const [refused, setRefused] = useState<string>();
  const [fetching, startFetch] = useTransition();
  const pending = uploading || fetching;
  const isKept = value.startsWith("/uploads/");

  const take = (picture: File | string) => {
    if (picture instanceof File && picture.size > maxBytes) return setRefused(t("logoLarge"));
    setRefused(undefined);
    const start = picture instanceof File ? startUpload : startFetch;
    start(async () => {
      const result = await reach(keep(picture));
      if (result.ok) onChange(result.value);
      else setRefused(result.errors.logo ?? result.error);
    });
  };
  const change = (logo: string) => {
    setRefused(undefined);
    onChange(logo);
  };

  if (isKept) {
    return (
      <Input.Wrapper label={t("logo")} labelElement="div" error={error}>
        <Group gap="sm">
          {/* biome-ignore lint/performance/noImgElement: the user's own upload, shown small */}
          <img src={value} alt={t("logo")} className={classes.logo} />
          <Tooltip label={t("logoRemove")}>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("logoRemove")} onClick={() => change("")}>
              <IconX size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <div className={classes.logoField}>
      <TextInput
        name="logo"
        label={t("logo")}
        description={t("logoAbout")}
        placeholder="https://example.com/logo.png"
        inputMode="url"
        maxLength={2048}
        value={value}
        error={refused ?? error}
        loading={pending}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => value.trim() !== "" && value !== stored && take(completeUrl(value))}
        onKeyDown={(event) => event.key === "Enter" && change(completeUrl(value))}
      />
      <FileButton onChange={(file) => file && take(file)} accept="image/png,image/jpeg">
        {(button) => (
          <Button {...button} variant="default" size="md" loading={pending} leftSection={<IconPhotoUp size={18} />}>
            {t("logoUpload")}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
