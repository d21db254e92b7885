import { useState } from "react";

const place = "signpost.console-key";

/** The key that was pasted: kept by this tab until it is closed, and nowhere else. */
export function useKey(): [string, (key: string) => void] {
  const [key, setKey] = useState(stored);
  const keep = (key: string) => {
    setKey(key);
    try {
      if (key) sessionStorage.setItem(place, key);
      else sessionStorage.removeItem(place);
    } catch {
      // A browser that keeps nothing still has it until the page is left.
    }
  };
  return [key, keep];
}

function stored(): string {
  try {
    return sessionStorage.getItem(place) ?? "";
  } catch {
    return "";
  }
}
