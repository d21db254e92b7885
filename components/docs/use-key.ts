import { useState } from "react";

const place = "signpost.console-key";

/** The key that the reader has pasted. Only this tab stores it, until it is closed. */
export function useKey(): [string, (key: string) => void] {
  const [key, setKey] = useState(stored);
  const keep = (key: string) => {
    setKey(key);
    try {
      if (key) sessionStorage.setItem(place, key);
      else sessionStorage.removeItem(place);
    } catch {
      // If the browser cannot store it, the key is kept until the page is left.
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
