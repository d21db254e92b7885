import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/account/auth-card";
import { LogInForm } from "@/components/account/log-in-form";
import { TextLink } from "@/components/ui/link";
import { nextPath } from "@/lib/auth/next-path";
import { currentActor } from "@/lib/auth/session";
import { logIn } from "../actions";

export const metadata: Metadata = { title: "Log in" };

export default async function LogInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams;
  if (await currentActor()) redirect(nextPath(next));
  const path = typeof next === "string" ? next : undefined;
  return (
    <AuthCard title="Log in">
      <LogInForm action={logIn} next={path} />
      <Text size="sm" ta="center" c="dimmed">
        No account yet?{" "}
        <TextLink href={path ? `/register?next=${encodeURIComponent(path)}` : "/register"} inherit>
          Create one
        </TextLink>
      </Text>
    </AuthCard>
  );
}
