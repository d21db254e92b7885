"use client";

import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import Link from "next/link";
import { withoutScheme } from "./without-scheme";

interface Target {
  href: string;
  children: React.ReactNode;
  /** false keeps the page where it is scrolled to */
  scroll?: boolean;
  /** false fetches nothing ahead, where there are many */
  prefetch?: boolean;
  /** what is written from right to left begins there */
  dir?: "auto";
  /** what else happens */
  onClick?: () => void;
}

/** A link within the service. For server components, which cannot hand `Link` to Mantine themselves. */
export function TextLink(props: Target & AnchorProps) {
  return <Anchor component={Link} {...props} />;
}

/** The name of a row, which leads to it. Rows are many, so nothing of theirs is fetched ahead. */
export function RowLink(props: Target) {
  return <TextLink underline="hover" fw={600} truncate display="block" dir="auto" prefetch={false} {...props} />;
}

/** An address as it is read, which opens beside the page. */
export function AddressLink({ url, ...props }: { url: string } & AnchorProps) {
  return (
    <Anchor inherit href={url} title={url} target="_blank" rel="noreferrer" {...props}>
      {withoutScheme(url)}
    </Anchor>
  );
}

/** A link within the service that looks like a button. */
export function ButtonLink(props: Target & ButtonProps) {
  return <Button component={Link} {...props} />;
}
