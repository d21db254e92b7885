import { useRouter } from "next/navigation";

/** A function that leads on after a change. What was seen before is read anew when the browser's back button shows it. */
export function useNavigate() {
  const router = useRouter();
  return (next: string, how: "push" | "replace" = "push") => {
    router[how](next);
    router.refresh();
  };
}
