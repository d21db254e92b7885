import { useOs } from "@mantine/hooks";

/** What opens the palette: "⌘ K". */
export function usePaletteKey(): string {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘ K" : "Ctrl K";
}
