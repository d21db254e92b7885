import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { AuthCard } from "@/components/account/auth-card";
import { ConfirmForm } from "@/components/account/confirm-form";
import { ButtonLink } from "@/components/ui/link";
import { type SsoState, ssoStateOf } from "@/lib/auth/sso";
import { logInOnce } from "../../../../actions";

export const metadata: Metadata = { title: "Log in", robots: "noindex" };

const reasons: Record<Exclude<SsoState, "usable">, string> = {
  used: "It works once, and it was used already.",
  expired: "It works for one hour, which is over.",
  unknown: "There is no such log-in link. It may have lost a part on its way to you.",
};

/** Where a log-in URL leads that was not opened by a person, or that does not work any more. */
export default async function ConfirmPage({ params }: PageProps<"/login/sso/[token]/confirm">) {
  const { token } = await params;
  const state = await ssoStateOf(token);
  if (state === "usable") {
    return (
      <AuthCard title="Log in" lead="This link logs you in, once.">
        <ConfirmForm action={logInOnce} token={token} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="This link does not work any more">
      <Text>{reasons[state]} Please ask for a new one where you got it.</Text>
      <ButtonLink href="/login" size="md">
        Log in with your password
      </ButtonLink>
    </AuthCard>
  );
}
