"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

interface DownloadLinkProps extends ButtonProps {
  href: string;
  /** the name of the file, where the server does not give it one */
  download?: string;
  children: React.ReactNode;
}

/** A button that saves a file. A plain anchor: Next's link would fetch the file before anybody asks. */
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
