"use client";

import { usePathname } from "next/navigation";
import { createContext, use } from "react";
import type { Permission } from "@/lib/contract/permissions";

const Permissions = createContext<Permission[] | null>(null);

/** Tells the pages of the dashboard what whoever looks may do in the account. */
export const PermissionsProvider = Permissions;

/** Of what the pages below `/dashboard/<name>` take the permission. Settings and those of administrators decide themselves. */
const subjects = {
  links: "links",
  tags: "links",
  "utm-templates": "links",
  import: "links",
  campaigns: "campaigns",
  channels: "channels",
  domains: "domains",
  pixels: "pixels",
  overlays: "overlays",
  splash: "splash",
  bio: "bio",
  "qr-codes": "qr",
  sms: "sms",
} as const;

type Section = keyof typeof subjects;

/** Whether whoever looks may change what this page shows, or what those of another section do. */
export function useMayWrite(section?: Section): boolean {
  const permissions = use(Permissions);
  const [, , name = ""] = (usePathname() ?? "").split("/");
  const shown = section ?? (Object.hasOwn(subjects, name) ? (name as Section) : null);
  return permissions === null || shown === null || permissions.includes(`${subjects[shown]}:write`);
}

/** What is there for those alone who may change what the page shows. The services ask again. */
export const MayWrite = ({ in: section, children }: { in?: Section; children: React.ReactNode }) =>
  useMayWrite(section) ? children : null;
