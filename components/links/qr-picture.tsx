import { Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DownloadLink } from "@/components/ui/download-link";
import { TextLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import classes from "./qr-picture.module.css";

interface QrPictureProps {
  link: { id: number; shortUrl: string };
  /** what changes with how it looks; a new link's is plain */
  version?: string;
}

/** The QR code of a short URL, with its downloads. */
export function QrPicture({ link, version = "" }: QrPictureProps) {
  const t = useTranslations("links.qr");
  // The address of a picture names what it depends on: after a change the browser must neither show nor save an old one.
  const file = (format: "svg" | "png") =>
    `/dashboard/links/${link.id}/qr?format=${format}&of=${encodeURIComponent(link.shortUrl)}&v=${version}`;
  return (
    <Stack align="center" gap="sm">
      {/* biome-ignore lint/performance/noImgElement: a vector made on request, there is nothing to optimise */}
      <img className={classes.picture} src={file("svg")} alt={t("title", { name: link.shortUrl })} width={200} />
      <Group gap="xs" justify="center">
        <DownloadLink href={`${file("png")}&download`} size="xs">
          PNG
        </DownloadLink>
        <DownloadLink href={`${file("svg")}&download`} size="xs">
          SVG
        </DownloadLink>
      </Group>
      <MayWrite>
        <TextLink href={`/dashboard/links/${link.id}/design`} size="sm">
          {t("design")}
        </TextLink>
      </MayWrite>
    </Stack>
  );
}
