"use server";

import { redirect } from "next/navigation";
import { signOut } from "@/lib/auth/session";

export async function logOut(): Promise<void> {
  await signOut();
  redirect("/");
}
