import { Messages } from "@/components/ui/messages";

export default function SplashLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["splash", "fields"]}>{children}</Messages>;
}
