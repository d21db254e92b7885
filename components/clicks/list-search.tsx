"use client";

import { useState } from "react";
import { folded } from "@/lib/contract/folded";
import classes from "./top-list.module.css";

interface ListSearchProps {
  label: string;
  /** shown if no entry matches */
  none: string;
  children: React.ReactNode;
}

/** A search over the entries of a list, whose items were rendered on the server. */
export function ListSearch({ label, none, children }: ListSearchProps) {
  const [found, setFound] = useState(true);
  const search = ({ currentTarget: { value, parentElement } }: React.InputEvent<HTMLInputElement>) => {
    const items = [...(parentElement?.querySelectorAll("li") ?? [])];
    for (const item of items) item.hidden = !matches(item.textContent ?? "", value);
    setFound(items.some((item) => !item.hidden));
  };
  return (
    <div>
      <input type="search" className={classes.search} placeholder={label} aria-label={label} onInput={search} />
      {children}
      <output className={classes.none}>{!found && none}</output>
    </div>
  );
}

const matches = (text: string, sought: string) => folded(text).includes(folded(sought.trim()));
