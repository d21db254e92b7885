"use client";

import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import Link, { useLinkStatus } from "next/link";
import { useRef, useState } from "react";
import { withoutScheme } from "@/lib/contract/readable-url";
import { weights } from "@/lib/contract/theme";
import { LateTooltip } from "./late-tooltip";
import classes from "./link.module.css";

interface Target {
  href: string;
  children: React.ReactNode;
  /** False keeps the scroll position. */
  scroll?: boolean;
  /** False turns off prefetching, for long lists. */
  prefetch?: boolean;
  /** Lets right-to-left text start on the right. */
  dir?: "auto";
  onClick?: () => void;
}

/** An internal link for server components, which cannot pass `Link` to Mantine. */
export function TextLink(props: Target & AnchorProps) {
  return <Anchor component={Link} {...props} />;
}

/**
 * The name of a row, as a link to its page. With `wide` the whole row is clickable. Not prefetched, because lists are
 * long.
 */
export function RowLink({ wide, children, ...props }: Target & { wide?: boolean; "aria-label"?: string }) {
  return (
    <TextLink
      underline="hover"
      c="bright"
      fw={weights.bold}
      truncate
      display="block"
      dir="auto"
      prefetch={false}
      className={wide ? classes.wide : undefined}
      {...props}
    >
      {children}
      <PendingIndicator />
    </TextLink>
  );
}

/** A column head that sorts the list. */
export function SortLink({ children, ...props }: Target & { className?: string }) {
  return (
    <TextLink underline="never" inherit scroll={false} prefetch={false} {...props}>
      {children}
      <PendingIndicator />
    </TextLink>
  );
}

/** Shows immediately that a link was clicked, because its page was not prefetched. */
function PendingIndicator() {
  const { pending } = useLinkStatus();
  return pending ? <span className={classes.heard} data-heard /> : null;
}

/** A readable address that opens in a new tab. */
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

/** An internal link that looks like a button. */
export function ButtonLink(props: Target & ButtonProps) {
  return <Button component={Link} {...props} />;
}

/** Shows a truncated link's full text in a tooltip on hover or focus. */
function useWholeText() {
  const ref = useRef<HTMLAnchorElement>(null);
  const [whole, setWhole] = useState<string | null>(null);
  const show = () => {
    const link = ref.current;
    if (link && link.scrollWidth > link.clientWidth) setWhole(link.textContent);
  };
  const hide = () => setWhole(null);
  const onKeyDown = (event: React.KeyboardEvent) => event.key === "Escape" && hide();
  return {
    properties: { ref, onMouseEnter: show, onFocus: show, onMouseLeave: hide, onBlur: hide, onKeyDown },
    tooltip: whole && (
      <LateTooltip target={ref} label={whole} opened multiline classNames={{ tooltip: classes.whole }} />
    ),
  };
}
