import { Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DownloadLink } from "@/components/ui/download-link";
import { TextLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import classes from "./qr-picture.module.css";

/** The QR code of a short URL, with its downloads. */
export function QrPicture({ link }: { link: { id: number; shortUrl: string } }) {
  const t = useTranslations("links.qr");
  const file = (format: "svg" | "png") => `/dashboard/links/${link.id}/qr?format=${format}`;
  // The address of the picture names its content: after the alias changes the browser must not show an old one.
  const picture = `${file("svg")}&of=${encodeURIComponent(link.shortUrl)}`;
  return (
    <Stack align="center" gap="sm">
      {/* biome-ignore lint/performance/noImgElement: a vector made on request, there is nothing to optimise */}
      <img
        className={classes.picture}
        src={picture}
        alt={t("title", { name: link.shortUrl })}
        width={200}
        height={200}
      />
      <Group gap="xs" justify="center">
        <DownloadLink href={`${file("png")}&download`} size="xs">
          PNG
        </DownloadLink>
        <DownloadLink href={`${file("svg")}&download`} size="xs">
          SVG
        </DownloadLink>
      </Group>
      <MayWrite in="qr-codes">
        <TextLink href={`/dashboard/qr-codes/new?link=${encodeURIComponent(link.shortUrl)}`} size="sm">
          {t("design")}
        </TextLink>
      </MayWrite>
    </Stack>
  );
}
