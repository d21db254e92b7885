import { EmptyState, Group, Stack, Text } from "@mantine/core";
import { IconPlus, IconSearchOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "./link";
import { isUsed, type ListFilter, listHref } from "./list-address";
import { ListPagination } from "./list-pagination";
import { type ListSearch, ListToolbar } from "./list-toolbar";
import { MayWrite } from "./may-write";
import { Page } from "./page";

interface Creation {
  href: string;
  label: string;
  icon?: React.ReactNode;
  variant?: "default";
}

interface ListPageProps {
  title: string;
  /** A short fact beside the title, such as the limit of the plan. */
  note?: string;
  lead?: string;
  actions?: React.ReactNode;
  /** Always above the list, such as a field to create an entry. */
  top?: React.ReactNode;
  /** Always below the list. */
  bottom?: React.ReactNode;
  /** The page's address without parameters. */
  path: string;
  search?: ListSearch;
  filters?: ListFilter[];
  /** Shown next to the filters, which then share one menu. */
  menu?: React.ReactNode;
  /** Other parameters of the address, which a search keeps. */
  kept?: Record<string, string>;
  page: number;
  pages: number;
  /** The number of entries over all pages. */
  total: number;
  /** Set if not all entries were counted. Then there are more than `total`. */
  atMost?: number;
  /** `total` in words, such as "3 links". */
  count: string;
  /** Creates an entry. Shown at the top, or below `empty`, to users who may change the page. */
  create?: Creation;
  /** Shown without entries: what the list is for. */
  empty?: { icon: React.ReactNode; title: string; text: string };
  children: React.ReactNode;
}

/** The page of a list. Its address holds search, filters and page, so that any view can be shared and reloaded. */
export function ListPage({
  title,
  note,
  lead,
  actions,
  top,
  bottom,
  path,
  search,
  filters = [],
  menu,
  kept,
  page,
  pages,
  ...list
}: ListPageProps) {
  const t = useTranslations("ui.list");
  const { total, atMost, count, create, empty, children } = list;
  const chosen = filters.filter(isUsed);
  const narrowing = {
    q: search?.q ?? "",
    ...Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
  };
  const narrowed = listHref("", narrowing) !== "";
  const parameters = { ...narrowing, ...kept };
  return (
    <Page
      title={title}
      note={note}
      lead={lead}
      actions={actions ?? (total > 0 && create && <CreateButton {...create} />)}
    >
      <Stack gap="sm">
        {top}
        {(search || filters.length > 0) && (total > 0 || narrowed) && (
          <ListToolbar path={path} parameters={parameters} search={search} filters={filters} menu={menu !== undefined}>
            {menu}
          </ListToolbar>
        )}
        {total > 0 && (
          <Stack gap="sm" id="rows">
            {children}
          </Stack>
        )}
        {total === 0 && narrowed && <NothingFound path={path} />}
        {total === 0 && !narrowed && empty && (
          <EmptyState py={48} variant="light" icon={empty.icon} title={empty.title} description={empty.text}>
            {create && <CreateButton {...create} />}
          </EmptyState>
        )}
        {total > 0 && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {atMost === undefined ? count : t("moreThan", { count })}
            </Text>
            <ListPagination path={path} parameters={parameters} page={page} pages={pages} />
          </Group>
        )}
        {bottom}
      </Stack>
    </Page>
  );
}

const CreateButton = ({ href, label, icon = <IconPlus size={18} />, variant }: Creation) => (
  <MayWrite>
    <ButtonLink href={href} variant={variant} leftSection={icon}>
      {label}
    </ButtonLink>
  </MayWrite>
);

function NothingFound({ path }: { path: string }) {
  const t = useTranslations("ui.list");
  return (
    <EmptyState py={48} icon={<IconSearchOff />} title={t("nothing")} description={t("nothingText")}>
      <ButtonLink href={path} variant="default">
        {t("showAll")}
      </ButtonLink>
    </EmptyState>
  );
}
