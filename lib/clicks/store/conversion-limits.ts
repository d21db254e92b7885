/** A conversion is counted up to this many days after its click. */
export const ATTRIBUTION_DAYS = 90;

/** Returns whether a conversion at a moment (ms) is too late for its click. */
export const isTooLate = (clickedAt: number, at: number) => at - clickedAt > ATTRIBUTION_DAYS * 24 * 3_600_000;

/** The most conversions of a click. Pages are under the control of visitors, so they can report only a few. */
export const MOST_OF_CLICK = 100;
export const MOST_OF_PAGE = 20;

/** The most corrections of a conversion, because each is kept. */
export const MOST_CORRECTIONS = 100;
