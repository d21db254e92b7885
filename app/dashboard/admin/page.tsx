import { redirect } from "next/navigation";
import { administrator } from "../_lib/required";

export default async function AdminPage() {
  await administrator();
  redirect("/dashboard/admin/users");
}
