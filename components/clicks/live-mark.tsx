"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { followClicks } from "./follow-clicks";
import classes from "./live.module.css";

interface LiveMarkProps {
  url: string;
  live: string;
  polled: string;
}

/** Refreshes the page on new clicks, and shows whether updates are live or polled. */
export function LiveMark({ url, live, polled }: LiveMarkProps) {
  const router = useRouter();
  const [isLive, setLive] = useState<boolean>();
  useEffect(() => followClicks(url, { refresh: () => router.refresh(), show: setLive }), [url, router]);
  return (
    <span className={classes.mark} data-live={isLive}>
      {isLive === false ? polled : live}
    </span>
  );
}
