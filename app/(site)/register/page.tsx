import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/account/auth-card";
import { RegisterForm } from "@/components/account/register-form";
import { TextLink } from "@/components/ui/link";
import { nextPath } from "@/lib/auth/next-path";
import { currentActor } from "@/lib/auth/session";
import { register } from "../actions";

export const metadata: Metadata = { title: "Create an account" };

export default async function RegisterPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams;
  if (await currentActor()) redirect(nextPath(next));
  return (
    <AuthCard title="Create an account" lead="You get short links, their numbers and an API key.">
      <RegisterForm action={register} next={typeof next === "string" ? next : undefined} />
      <Text size="sm" ta="center" c="dimmed">
        Have an account?{" "}
        <TextLink href="/login" inherit>
          Log in
        </TextLink>
      </Text>
    </AuthCard>
  );
}
