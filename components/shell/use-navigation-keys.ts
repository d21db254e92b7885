import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { useLeave } from "@/components/ui/leave-guard";
import type { destinationsOf } from "./navigation";
import { useKeys } from "./use-keys";

/** `g` and a page's key open that page; `?` opens the list of shortcuts. */
export function useNavigationKeys(
  destinations: ReturnType<typeof destinationsOf>[number]["entries"],
  openList: () => void,
) {
  const router = useRouter();
  const leave = useLeave();
  useKeys(
    useMemo(
      () => ({
        "?": openList,
        ...Object.fromEntries(destinations.map(({ key, href }) => [`g ${key}`, () => leave(() => router.push(href))])),
      }),
      [destinations, router, leave, openList],
    ),
  );
}
