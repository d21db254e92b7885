import { Skeleton } from "@mantine/core";

/** A placeholder of the given height in pixels. Screen readers announce the label: what is being loaded. */
export function LoadingCard({ height, label }: { height: number; label: string }) {
  return <Skeleton h={height} role="status" aria-label={label} />;
}
