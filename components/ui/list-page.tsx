import { EmptyState, Group, Stack, Text } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "./link";
import { isUsed, type ListFilter } from "./list-filter";
import { listHref } from "./list-href";
import { ListPagination } from "./list-pagination";
import { type ListSearch, ListToolbar } from "./list-toolbar";

interface ListPageProps {
  title: string;
  lead?: string;
  actions?: React.ReactNode;
  /** stands above the list whatever it holds: a field to make one, what was made just now */
  top?: React.ReactNode;
  /** the same below it */
  bottom?: React.ReactNode;
  /** the page's address without parameters */
  path: string;
  search?: ListSearch;
  filters?: ListFilter[];
  /** the filters stand in one menu, with this beside it */
  menu?: React.ReactNode;
  /** what else the address asks for, whatever is searched */
  kept?: Record<string, string>;
  /** as wide as the screen */
  wide?: boolean;
  page: number;
  pages: number;
  /** how many there are over all pages */
  total: number;
  /** the same in words: "3 links" */
  count: string;
  /** what the list is for and the first step, for somebody who has none yet */
  empty: React.ReactNode;
  /** the table */
  children: React.ReactNode;
}

/** The page of a list. Search, filters and page are in its address: any view can be shared, reloaded and gone back to. */
export function ListPage({
  title,
  lead,
  actions,
  top,
  bottom,
  path,
  search,
  filters = [],
  menu,
  kept,
  wide,
  page,
  pages,
  ...list
}: ListPageProps) {
  const { total, count, empty, children } = list;
  const chosen = filters.filter(isUsed);
  const narrowing = {
    q: search?.q ?? "",
    ...Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
  };
  const narrowed = listHref("", narrowing) !== "";
  const parameters = { ...narrowing, ...kept };
  return (
    <Page title={title} lead={lead} actions={actions} size={wide ? "list" : "page"}>
      <Stack gap="lg">
        {top}
        {(search || filters.length > 0) && (total > 0 || narrowed) && (
          <ListToolbar path={path} parameters={parameters} search={search} filters={filters} menu={menu !== undefined}>
            {menu}
          </ListToolbar>
        )}
        {total > 0 ? children : narrowed ? <NothingFound path={path} /> : empty}
        {total > 0 && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {count}
            </Text>
            <ListPagination path={path} parameters={parameters} page={page} pages={pages} />
          </Group>
        )}
        {bottom}
      </Stack>
    </Page>
  );
}

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
