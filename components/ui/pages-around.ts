/** Pages to offer beside the present one: the first, the last, its neighbours; null where some are left out. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const offered = [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages);
  return offered
    .sort((one, other) => one - other)
    .flatMap((number, at) => {
      const gap = number - (offered[at - 1] ?? 0) - 1;
      // In the place of a gap of one page, that page itself.
      return gap === 0 ? [number] : gap === 1 ? [number - 1, number] : [null, number];
    });
}
