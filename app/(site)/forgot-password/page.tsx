import { Anchor, Text } from "@mantine/core";
import type { Metadata } from "next";
import Link from "next/link";
import { AuthCard } from "@/components/account/auth-card";
import { ForgotPasswordForm } from "@/components/account/forgot-password-form";
import { forgotPassword } from "../actions";

export const metadata: Metadata = { title: "Forgotten password" };

export default function ForgotPasswordPage() {
  return (
    <AuthCard
      title="Forgotten your password?"
      lead="Enter the e-mail address of your account. We send a link to it that sets a new password."
    >
      <ForgotPasswordForm action={forgotPassword} />
      <Text size="sm" ta="center">
        <Anchor component={Link} href="/login" inherit>
          Back to log in
        </Anchor>
      </Text>
    </AuthCard>
  );
}
