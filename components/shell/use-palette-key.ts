import { useOs } from "@mantine/hooks";

/** The label of the palette's shortcut, such as "⌘ K". */
export function usePaletteKey(): string {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘ K" : "Ctrl K";
}
