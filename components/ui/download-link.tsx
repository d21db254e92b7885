"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

interface DownloadLinkProps extends ButtonProps {
  href: string;
  /** The file's name, if the server sends none. */
  download?: string;
  onClick?: () => void;
  children: React.ReactNode;
}

/** A button that downloads a file. A plain anchor, because Next's link would prefetch the file. */
export function DownloadLink({ download, ...props }: DownloadLinkProps) {
  return (
    <Button
      component="a"
      download={download ?? true}
      variant="default"
      leftSection={<IconDownload size={props.size === "xs" ? 15 : 17} />}
      {...props}
    />
  );
}
