import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { AuthCard } from "@/components/account/auth-card";
import { ForgotPasswordForm } from "@/components/account/forgot-password-form";
import { TextLink } from "@/components/ui/link";
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
        <TextLink href="/login" inherit>
          Back to log in
        </TextLink>
      </Text>
    </AuthCard>
  );
}
