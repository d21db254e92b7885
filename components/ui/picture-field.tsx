import { ActionIcon, Button, FileButton, Group, Input } from "@mantine/core";
import { IconCrop, IconPhotoUp, IconX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState, useTransition } from "react";
import { completeUrl } from "@/lib/contract/url";
import { usePictureActions } from "./keep-picture";
import { useMayWrite } from "./may-write";
import classes from "./picture-field.module.css";
import { UrlInput } from "./plain-inputs";
import { retryImport } from "./retry-import";
import { findUpload } from "./upload-in";
import { useUploading } from "./use-editor";
import { useSafeAction } from "./use-safe-action";

// Loaded on demand, because most images fit.
const CropDialog = dynamic(() => retryImport(() => import("./crop-dialog").then((module) => module.CropDialog)), {
  loading: () => null,
});

interface PictureFieldProps {
  name: string;
  label: string;
  description?: string;
  placeholder?: string;
  required?: boolean;
  autoFocus?: boolean;
  size?: string;
  /** The address of an upload, another URL, or empty. */
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
  /** The stored value. If given, leaving the field uploads the image at any other URL. */
  stored?: string;
  /** The ratio of width to height to which an upload can be cropped. */
  ratio?: number;
}

const maxBytes = 1024 * 1024;

/** An image, as a file to upload or as a URL. */
export function PictureField({ value, error, onChange, stored, ratio, ...input }: PictureFieldProps) {
  const t = useTranslations("ui.picture");
  const safely = useSafeAction();
  const { keep } = usePictureActions();
  const [uploading, startUpload] = useUploading();
  const [fetching, startFetch] = useTransition();
  const [refused, setRefused] = useState<string>();
  const [mine, setMine] = useState(false);
  const [cropping, setCropping] = useState(false);
  const mayWrite = useMayWrite();
  const forget = useRef<() => void>(null);

  const change = (address: string) => {
    setRefused(undefined);
    onChange({ currentTarget: { value: address } });
  };
  const take = (picture: File | string) => {
    if (picture instanceof File && picture.size > maxBytes) return setRefused(t("large"));
    setRefused(undefined);
    setMine(true);
    const start = picture instanceof File ? startUpload : startFetch;
    start(async () => {
      const result = await safely(keep(picture));
      setMine(false);
      if (result.ok) change(result.value);
      else setRefused(Object.values(result.errors)[0] ?? result.error);
    });
  };
  const fetchIt = () => {
    if (stored !== undefined && value.trim() !== "" && value !== stored) take(completeUrl(value));
  };

  const upload = findUpload(value);
  if (upload) {
    return (
      <Input.Wrapper label={input.label} labelElement="div" size={input.size} error={error}>
        <Group gap="sm">
          {/* biome-ignore lint/performance/noImgElement: a small thumbnail of the user's upload */}
          <img src={upload} alt={input.label} className={classes.picture} />
          <ActionIcon
            variant="subtle"
            color="gray"
            title={t("remove")}
            aria-label={t("remove")}
            onClick={() => change("")}
          >
            <IconX size={18} />
          </ActionIcon>
          {ratio && mayWrite && (
            <Button variant="default" size="xs" leftSection={<IconCrop size={16} />} onClick={() => setCropping(true)}>
              {t("crop.open")}
            </Button>
          )}
          {cropping && ratio && <CropDialog {...{ upload, ratio, change }} close={() => setCropping(false)} />}
        </Group>
      </Input.Wrapper>
    );
  }
  const pending = mine && (uploading || fetching);
  const sentence = refused ?? error;
  return (
    <div className={classes.field} data-wrong={!!sentence}>
      <UrlInput
        {...input}
        maxLength={2048}
        value={value}
        error={sentence}
        loading={pending}
        onChange={(event) => change(event.currentTarget.value)}
        onLeave={fetchIt}
      />
      {mayWrite && (
        <FileButton
          resetRef={forget}
          onChange={(file) => {
            // Clear the input: browsers fire no event when the same file is picked again, for example after a refusal.
            forget.current?.();
            if (file) take(file);
          }}
          accept="image/png,image/jpeg"
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              size={input.size ?? "md"}
              loading={pending}
              leftSection={<IconPhotoUp size={18} />}
              aria-label={t("uploadNamed", { name: input.label })}
            >
              {t("upload")}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  );
}
