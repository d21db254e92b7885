import { useRouter } from "next/navigation";

/** Returns a function that navigates after a change and refreshes cached pages, so that "back" shows new data. */
export function useNavigate() {
  const router = useRouter();
  return (next: string, how: "push" | "replace" = "push") => {
    router[how](next);
    router.refresh();
  };
}
