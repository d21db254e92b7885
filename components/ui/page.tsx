import { Skeleton, Text } from "@mantine/core";
import type { Metadata } from "next";
import type { MessageKeys, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { Messages } from "@/generated/messages";
import classes from "./page.module.css";
import { PageHeader } from "./page-header";

interface PageProps {
  title: string;
  /** A short fact beside the title, such as a number or what is edited. */
  note?: string;
  /** A sentence above the content. */
  lead?: string;
  /** At most two buttons, and a menu with the rest. */
  actions?: React.ReactNode;
  /** Shown before the title, such as a color. */
  mark?: React.ReactNode;
  /** `form` limits the width of text and fields. Their left edge is that of all pages. */
  size?: "form";
  children: React.ReactNode;
}

/** The frame of a dashboard page: its header and its content. */
export function Page({ lead, size, children, ...header }: PageProps) {
  return (
    <>
      <PageHeader {...header} />
      <div className={classes.content} data-size={size}>
        {lead && (
          <Text c="dimmed" size="sm" dir="auto" className={classes.lead}>
            {lead}
          </Text>
        )}
        {children}
      </div>
    </>
  );
}

/** A placeholder with a height in pixels. Screen readers announce the label. */
export function LoadingCard({ height, label }: { height: number; label: string }) {
  return <Skeleton h={height} role="status" aria-label={label} />;
}

/** Returns a page's `generateMetadata`, for a title that is one message. */
export const pageTitle =
  <Namespace extends keyof Messages & string>(
    namespace: Namespace,
    key: MessageKeys<Messages[Namespace], NestedKeyOf<Messages[Namespace]>>,
  ) =>
  async (): Promise<Metadata> => ({ title: (await getTranslations())(`${namespace}.${key}` as never) });
