import { Paper, Stack, Text, Title } from "@mantine/core";
import { HomeLink } from "@/components/ui/logo";
import classes from "./auth-card.module.css";

/** The frame of the pages for log-in, sign-up and passwords. */
export function AuthCard({ title, lead, children }: { title: string; lead?: string; children: React.ReactNode }) {
  return (
    <div className={classes.page}>
      <header>
        <HomeLink className={classes.home} />
      </header>
      <main className={classes.main}>
        <Paper className={classes.card} radius="lg" p={{ base: "lg", xs: 36 }}>
          <Stack gap="lg">
            <div>
              <Title order={1} size="h1">
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
