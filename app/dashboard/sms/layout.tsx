import { Messages } from "@/components/ui/messages";

export default function SmsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["sms"]}>{children}</Messages>;
}
