import { Messages } from "@/components/ui/messages";

export default function PixelsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["pixels", "fields"]}>{children}</Messages>;
}
