"use client";

import { useInterval } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 2_000;

/** Refreshes the page while messages on it are still being delivered. */
export function WatchDelivery({ active }: { active: boolean }) {
  const router = useRouter();
  const { start, stop } = useInterval(() => router.refresh(), everyMs);
  useEffect(() => {
    if (active) start();
    return stop;
  }, [active, start, stop]);
  return null;
}
