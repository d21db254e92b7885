"use client";

import { usePathname } from "next/navigation";
import { createContext, use } from "react";
import type { Permission } from "@/lib/contract/permissions";

const Permissions = createContext<Permission[] | null>(null);

/** Provides the user's permissions in the account to the dashboard. */
export const PermissionsProvider = Permissions;

/** The permission that pages below `/dashboard/<name>` need. Settings and administration check their own. */
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

/** Returns whether the user may change things on this page, or in another section. */
export function useMayWrite(section?: Section): boolean {
  const permissions = use(Permissions);
  const [, , name = ""] = (usePathname() ?? "").split("/");
  const shown = section ?? (Object.hasOwn(subjects, name) ? (name as Section) : null);
  return permissions === null || shown === null || permissions.includes(`${subjects[shown]}:write`);
}

/** The user's permissions in the account. */
export const usePermissions = (): Permission[] => use(Permissions) ?? [];

/** Returns whether the user may change the account's settings. */
export const useMayChangeAccount = (): boolean => use(Permissions)?.includes("account:write") ?? true;

/** Renders its children only for users who may change the page. The services check again. */
export const MayWrite = ({ in: section, children }: { in?: Section; children: React.ReactNode }) =>
  useMayWrite(section) ? children : null;
