interface Counted {
  counts: { clicks: bigint; uniqueClicks: bigint } | null;
}

/** The clicks of people on a link, as numbers. */
export const readLinkCounts = ({ counts }: Counted) => ({
  clicks: Number(counts?.clicks ?? 0),
  uniqueClicks: Number(counts?.uniqueClicks ?? 0),
});
