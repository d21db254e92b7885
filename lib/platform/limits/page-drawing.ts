import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "@/lib/platform/singleton";

/** A page that is being drawn for a reader. */
export interface Drawing {
  /** aborts when the reader has left */
  signal: AbortSignal;
  /** the account whose page it is, once that is known */
  account?: number;
  /** whether a part is missing, so that the page is answered with 503 */
  isIncomplete: boolean;
}

const drawings = () => processSingleton("drawings", () => new AsyncLocalStorage<Drawing>());

/** Draws a page. Everything that this calls knows its reader. */
export const drawFor = <T>(drawing: Drawing, draw: () => T): T => drawings().run(drawing, draw);

/** Returns the page that is being drawn; undefined outside of pages. */
export const currentDrawing = (): Drawing | undefined => drawings().getStore();
