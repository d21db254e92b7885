"use client";

import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import Link, { useLinkStatus } from "next/link";
import { withoutScheme } from "@/lib/contract/without-scheme";
import classes from "./link.module.css";
import { useWholeText } from "./use-whole-text";

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

/**
 * The name of a row, which leads to it; with `wide` from wherever in the row it is clicked. Rows are many, so nothing of
 * theirs is fetched ahead.
 */
export function RowLink({ wide, children, ...props }: Target & { wide?: boolean; "aria-label"?: string }) {
  return (
    <TextLink
      underline="hover"
      fw={600}
      truncate
      display="block"
      dir="auto"
      prefetch={false}
      className={wide ? classes.wide : undefined}
      {...props}
    >
      {children}
      <Heard />
    </TextLink>
  );
}

/** The head of a column, which sorts its list. */
export function SortLink({ children, ...props }: Target & { className?: string }) {
  return (
    <TextLink underline="never" inherit scroll={false} prefetch={false} {...props}>
      {children}
      <Heard />
    </TextLink>
  );
}

/** Says at once that a click was heard: what it leads to was not fetched ahead. */
function Heard() {
  const { pending } = useLinkStatus();
  return pending ? <span className={classes.heard} data-heard /> : null;
}

/** An address as it is read, which opens beside the page. */
export function AddressLink({ url, ...props }: { url: string } & AnchorProps) {
  const { properties, tooltip } = useWholeText();
  return (
    <>
      <Anchor inherit href={url} target="_blank" rel="noreferrer" {...props} {...properties}>
        {withoutScheme(url)}
      </Anchor>
      {tooltip}
    </>
  );
}

/** A link within the service that looks like a button. */
export function ButtonLink(props: Target & ButtonProps) {
  return <Button component={Link} {...props} />;
}
