"use client";

import { Kbd, Modal, Table, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { destinationsOf } from "./navigation";
import { useKeys } from "./use-keys";

interface KeyboardProps {
  destinations: ReturnType<typeof destinationsOf>[number];
  /** what opens the palette: "⌘ K" */
  palette: string;
}

/** The keys of the dashboard, and the list of them that `?` opens. */
export function Keyboard({ destinations, palette }: KeyboardProps) {
  const t = useTranslations("shell");
  const router = useRouter();
  const [opened, { open, close }] = useDisclosure();

  useKeys(
    useMemo(
      () => ({
        "?": open,
        ...Object.fromEntries(destinations.map(({ key, href }) => [`g ${key}`, () => router.push(href)])),
      }),
      [destinations, router, open],
    ),
  );

  const anywhere = [
    [palette, t("keys.palette")],
    ["c", t("keys.newLink")],
    ["/", t("keys.search")],
    ["?", t("keys.list")],
  ] as const;
  const pages = destinations.map(({ key, name }) => [`g ${key}`, t(`pages.${name}`)] as const);
  return (
    <Modal opened={opened} onClose={close} title={t("keys.title")} size="lg">
      <KeyList title={t("keys.anywhere")} keys={anywhere} />
      <KeyList title={t("keys.goTo")} keys={pages} />
    </Modal>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly (readonly [keys: string, meaning: string])[] }) {
  return (
    <>
      <Title order={3} mt="md" mb={4}>
        {title}
      </Title>
      <Table withRowBorders={false} verticalSpacing={5}>
        <Table.Tbody>
          {keys.map(([pressed, meaning]) => (
            <Table.Tr key={pressed}>
              <Table.Td w={120}>
                {pressed.split(" ").map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
