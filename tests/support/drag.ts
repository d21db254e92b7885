import type { Page } from "playwright";

/** Drags an item of a list to another's place, by touch. */
export async function drag(page: Page, from: number, to: number): Promise<void> {
  const grips = page.getByTitle(/^Drag to/);
  await grips.nth(from).scrollIntoViewIfNeeded();
  const place = grips.nth(to).locator("xpath=ancestor::li[1]");
  const [start, end] = [await grips.nth(from).boundingBox(), await place.boundingBox()];
  if (!start || !end) throw new Error("there is nothing to drag");
  const x = start.x + start.width / 2;
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch("touchStart", start.y + start.height / 2);
  await touch("touchMove", (start.y + end.y) / 2);
  await touch("touchMove", end.y + (to < from ? 2 : end.height - 2));
  await touch("touchEnd");
  await finger.detach();
}
