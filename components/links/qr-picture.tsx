import { Button, Group, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { TextLink } from "@/components/ui/link";
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
        <Button
          component="a"
          href={`${file("png")}&download`}
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} />}
        >
          PNG
        </Button>
        <Button
          component="a"
          href={`${file("svg")}&download`}
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} />}
        >
          SVG
        </Button>
      </Group>
      <TextLink href={`/dashboard/qr-codes/new?link=${encodeURIComponent(link.shortUrl)}`} size="sm">
        {t("design")}
      </TextLink>
    </Stack>
  );
}
