import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { useLeave } from "@/components/ui/leave-guard";
import { focusedLink, linkKeys, useLinkKeys } from "./link-keys";
import type { destinationsOf } from "./navigation";
import { useKeys } from "./use-keys";

/** `g` and a page's key open that page, `?` opens the list of shortcuts, and some keys act on the current link. */
export function useNavigationKeys(
  destinations: ReturnType<typeof destinationsOf>[number]["entries"],
  openList: () => void,
) {
  const router = useRouter();
  const leave = useLeave();
  const act = useLinkKeys();
  useKeys(
    useMemo(
      () => ({
        "?": openList,
        ...Object.fromEntries(
          linkKeys.map((key) => [
            key,
            () => {
              const link = focusedLink();
              return link ? act(key, link) : false;
            },
          ]),
        ),
        ...Object.fromEntries(destinations.map(({ key, href }) => [`g ${key}`, () => leave(() => router.push(href))])),
      }),
      [destinations, router, leave, openList, act],
    ),
  );
}
