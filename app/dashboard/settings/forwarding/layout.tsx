import { Messages } from "@/components/ui/messages";

export default function ForwardingLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["forwardings", "webhooks"]}>{children}</Messages>;
}
