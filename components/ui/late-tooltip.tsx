import dynamic from "next/dynamic";
import { retryImport } from "./retry-import";

/** Mantine's tooltip, loaded when the first one is shown. For tooltips with `target` and `opened`. */
export const LateTooltip = dynamic(() => retryImport(() => import("./tooltip").then((module) => module.Tooltip)), {
  ssr: false,
});
