import { redirect } from "next/navigation";
import { administrator } from "./administrator";

export default async function AdminPage() {
  await administrator();
  redirect("/dashboard/admin/users");
}
