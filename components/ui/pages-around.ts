/** Page numbers to show: first, last, the present one and its neighbors. Null stands for a gap. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const offered = [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages);
  return offered
    .sort((one, other) => one - other)
    .flatMap((number, at) => {
      const gap = number - (offered[at - 1] ?? 0) - 1;
      // A gap of one page shows that page instead.
      return gap === 0 ? [number] : gap === 1 ? [number - 1, number] : [null, number];
    });
}
