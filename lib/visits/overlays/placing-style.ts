import { type OverlayPlacement, type Position, usualDelay } from "@/lib/resources/overlays/placement";

/** The link for reports is at the bottom and must stay reachable. */
const bar = (edge: string) =>
  `dialog{inset:${edge};width:100%;max-width:none;max-height:60%;border-width:1px 0;border-radius:0}
dialog[open]{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:12px 24px;padding:14px 56px 14px 20px}
dialog>*{max-width:44rem}dialog>.text:first-of-type,dialog h2,legend{margin:0}dialog .action,dialog form[method=dialog] button,dialog>form:not(.close),.coupon{margin:0}textarea{height:4.5rem}.picture img{width:auto;max-height:30vh}`;

const places: Record<Position, string> = {
  "bottom-right": "",
  "bottom-left": "dialog{inset:auto auto 52px 16px}",
  center: "dialog{inset:0;margin:auto;height:fit-content;box-shadow:0 8px 32px #0004,0 0 0 100vmax #0009}",
  top: bar("0 0 auto"),
  bottom: `${bar("auto 0 0")}dialog[open]{padding-bottom:44px}`,
};

/** Returns CSS for an overlay's position. */
export const placeStyle = ({ position = "bottom-right" }: OverlayPlacement) => places[position];

/** Returns CSS that shows a delayed overlay. It needs no script, and also works with reduced motion. */
export const waitStyle = ({ trigger, delay = usualDelay }: OverlayPlacement): string => {
  if (trigger === "exit") return ".edge{position:fixed;inset:0 0 auto;height:12px}";
  if (trigger !== "delay") return "";
  return `dialog{visibility:hidden;animation:come 0s ${delay}s forwards!important}@keyframes come{to{visibility:visible}}`;
};
