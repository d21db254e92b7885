import dynamic from "next/dynamic";
import { retryImport } from "./retry-import";

/** Mantine's, which comes with the first that is shown: most pages are left before. For those given `target` and `opened`. */
export const LateTooltip = dynamic(() => retryImport(() => import("./tooltip").then((module) => module.Tooltip)), {
  ssr: false,
});
