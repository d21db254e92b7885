"use client";

import { NativeSelect } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import type { Choice } from "@/components/ui/choice";
import { preHydrationValue } from "@/components/ui/pre-hydration-value";

export interface ScopeGroup {
  group: string;
  items: Choice[];
}

interface ScopeSelectProps {
  label: string;
  /** the query of the address; empty for all links */
  value: string;
  /** the label for all links */
  all: string;
  groups: ScopeGroup[];
}

/** Chooses which links the page shows. The choice is in the address, so any view can be shared and reloaded. */
export function ScopeSelect({ label, value, all, groups }: ScopeSelectProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [requested, setRequested] = useState(value);
  // The address changed by other means, such as the browser's back button.
  if (requested !== value && !pending) setRequested(value);
  const select = useRef<HTMLSelectElement>(null);
  const show = (query: string) => {
    setRequested(query);
    startTransition(() => router.push(query === "" ? "/dashboard" : `/dashboard?${query}`, { scroll: false }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before the page's scripts came
  useEffect(() => {
    const early = preHydrationValue(select.current);
    if (typeof early === "string") show(early);
  }, []);
  return (
    <NativeSelect
      ref={select}
      w="min(18rem, 100%)"
      aria-label={label}
      data={[{ value: "", label: all }, ...groups]}
      value={requested}
      data-pending={pending || undefined}
      onChange={(event) => show(event.currentTarget.value)}
    />
  );
}
