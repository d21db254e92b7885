import { Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { QrDownloads } from "@/components/qr-codes/qr-downloads";
import { TextLink } from "@/components/ui/link";
import { LoadingImage } from "@/components/ui/loading-image";
import { MayWrite } from "@/components/ui/may-write";
import classes from "./qr-picture.module.css";

interface QrPictureProps {
  link: { id: number; shortUrl: string };
  /** changes with the design; empty for the plain design of a new link */
  version?: string;
}

/** The QR code of a short URL, with its downloads. */
export function QrPicture({ link, version = "" }: QrPictureProps) {
  const t = useTranslations("links.qr");
  // The image's address contains what it depends on, so that the browser never shows or saves an outdated one.
  const file = (format: "svg" | "png" | "pdf") =>
    `/dashboard/links/${link.id}/qr?format=${format}&of=${encodeURIComponent(link.shortUrl)}&v=${version}`;
  return (
    <Stack align="center" gap="sm">
      <LoadingImage
        className={classes.picture}
        src={file("svg")}
        alt={t("title", { name: link.shortUrl })}
        width={200}
      />
      <QrDownloads
        files={{ png: `${file("png")}&download`, svg: `${file("svg")}&download`, pdf: `${file("pdf")}&download` }}
        name={link.shortUrl.slice(link.shortUrl.lastIndexOf("/") + 1)}
      />
      <MayWrite>
        <TextLink href={`/dashboard/links/${link.id}/design`}>{t("design")}</TextLink>
      </MayWrite>
    </Stack>
  );
}
