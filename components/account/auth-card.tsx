import { Paper, Stack, Text, Title } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Logo } from "@/components/ui/logo";
import classes from "./auth-card.module.css";

/** The frame of the pages for log-in, sign-up and passwords. */
export function AuthCard({ title, lead, children }: { title: string; lead?: string; children: React.ReactNode }) {
  const t = useTranslations("account");
  return (
    <div className={classes.page}>
      <header>
        <Link href="/" className={classes.home} aria-label={t("home")}>
          <Logo />
        </Link>
      </header>
      <main className={classes.main}>
        <Paper className={classes.card} radius="lg" p={{ base: "lg", xs: 36 }}>
          <Stack gap="lg">
            <div>
              <Title order={1} fz="1.5rem">
                {title}
              </Title>
              {lead && (
                <Text c="dimmed" mt={6}>
                  {lead}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </main>
    </div>
  );
}
