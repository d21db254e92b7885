import { Skeleton } from "@mantine/core";

/** A placeholder with a height in pixels. Screen readers announce the label. */
export function LoadingCard({ height, label }: { height: number; label: string }) {
  return <Skeleton h={height} role="status" aria-label={label} />;
}
