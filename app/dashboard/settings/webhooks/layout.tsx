import { Messages } from "@/components/ui/messages";

export default function WebhooksLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["webhooks"]}>{children}</Messages>;
}
