import { Messages } from "@/components/ui/messages";

export default function ForgotPasswordLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["account"]}>{children}</Messages>;
}
