import { Messages } from "@/components/ui/messages";

export default function PlansLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["fields"]}>{children}</Messages>;
}
