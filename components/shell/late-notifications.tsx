import { useNotifications } from "@mantine/notifications";
import dynamic from "next/dynamic";
import { useState } from "react";
import { retryImport } from "@/components/ui/retry-import";

const Notifications = dynamic(
  () => retryImport(() => import("@mantine/notifications").then((module) => module.Notifications)),
  { ssr: false },
);

/** Shows notifications. The part of Mantine that draws them is loaded with the first one. */
export function LateNotifications() {
  const isAny = useNotifications().notifications.length > 0;
  const [used, setUsed] = useState(isAny);
  if (isAny && !used) setUsed(true);
  return used && <Notifications position="top-right" />;
}
