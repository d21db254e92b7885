import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type PointerEvent, useState, useTransition } from "react";
import { cropArea } from "@/lib/drawing/crop-area";
import classes from "./crop-dialog.module.css";
import { usePictureActions } from "./keep-picture";
import { useSafeAction } from "./use-safe-action";

interface CropDialogProps {
  /** the path of the upload */
  upload: string;
  /** width to height of the result */
  ratio: number;
  /** takes the address of the cropped image */
  change: (address: string) => void;
  close: () => void;
}

const within = (share: number) => Math.min(1, Math.max(0, share));

/** Chooses the part of an upload to keep, with a pointer or with sliders. The server crops it. */
export function CropDialog({ upload, ratio, change, close }: CropDialogProps) {
  const t = useTranslations("ui.picture.crop");
  const safely = useSafeAction();
  const { crop } = usePictureActions();
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [zoom, setZoom] = useState(1);
  const [place, setPlace] = useState({ x: 0.5, y: 0.5 });
  const [failure, setFailure] = useState("");
  const [pending, startTransition] = useTransition();
  const area = cropArea(size, ratio, zoom, place);

  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLDivElement>) => {
    if (buttons !== 1) return;
    const scale = area.width / currentTarget.clientWidth;
    const moved = (share: number, by: number, room: number) => (room > 0 ? within(share - (by * scale) / room) : share);
    setPlace(({ x, y }) => ({
      x: moved(x, movementX, size.width - area.width),
      y: moved(y, movementY, size.height - area.height),
    }));
  };
  const save = () =>
    startTransition(async () => {
      const result = await safely(crop({ picture: upload, ...area }));
      if (!result.ok) return setFailure(Object.values(result.errors)[0] ?? result.error);
      change(result.value);
      close();
    });
  const slider = (name: "zoom" | "across" | "down", value: number, set: (value: number) => void, max = 1) => (
    <label className={classes.slider}>
      {t(name)}
      <input
        type="range"
        min={name === "zoom" ? 1 : 0}
        max={max}
        step={0.01}
        value={value}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
    </label>
  );

  return (
    <Modal opened onClose={close} title={t("title")} size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          {t("about")}
        </Text>
        <div
          className={classes.window}
          style={{ aspectRatio: ratio }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        >
          {/* biome-ignore lint/performance/noImgElement: the user's upload, in parts */}
          <img
            src={upload}
            alt={t("picture")}
            draggable={false}
            onLoad={({ currentTarget }) =>
              setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
            style={{
              width: `${(size.width / area.width) * 100}%`,
              left: `${(-area.left / area.width) * 100}%`,
              top: `${(-area.top / area.height) * 100}%`,
            }}
          />
        </div>
        {slider("zoom", zoom, setZoom, 4)}
        {slider("across", place.x, (x) => setPlace({ ...place, x }))}
        {slider("down", place.y, (y) => setPlace({ ...place, y }))}
        {failure && <Alert color="red">{failure}</Alert>}
        <Group justify="flex-end">
          <Button loading={pending} disabled={size.width === 0} onClick={save}>
            {t("save")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
