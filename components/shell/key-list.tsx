"use client";

import { Kbd, Modal, Table, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { linkKeys, usePaletteKey } from "./keys";
import type { listDestinations } from "./navigation";

interface KeyListProps {
  close: () => void;
  destinations: ReturnType<typeof listDestinations>[number]["entries"];
}

/** The list of keyboard shortcuts. */
export default function KeyList({ close, destinations }: KeyListProps) {
  const t = useTranslations("shell");
  const anywhere = [
    [usePaletteKey(), t("keys.palette")],
    ["c", t("keys.newLink")],
    ["/", t("keys.search")],
    ["?", t("keys.list")],
  ] as const;
  const inList = [
    ["j", t("keys.next")],
    ["k", t("keys.previous")],
    ["x", t("keys.select")],
    ["Enter", t("keys.open")],
  ] as const;
  const link = linkKeys.map((key) => [key, t(`linkKeys.${key}`)] as const);
  const pages = destinations.map(({ key, name }) => [`g ${key}`, t(`pages.${name}`)] as const);
  return (
    <Modal opened onClose={close} title={t("keys.title")} size="lg">
      <Keys title={t("keys.anywhere")} keys={anywhere} />
      <Keys title={t("keys.inList")} keys={inList} />
      <Keys title={t("keys.link")} keys={link} />
      <Keys title={t("keys.goTo")} keys={pages} />
    </Modal>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [keys: string, meaning: string])[] }) {
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
