import { EmptyState } from "@mantine/core";
import { IconCode, IconPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PixelsTable } from "@/components/pixels/pixels-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { listPixels, useCounts } from "@/lib/resources/pixels/service";
import { limitText } from "../_lib/limit-lead";
import { deletePixelAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pixels"))("title") };
}

export default async function PixelsPage({ searchParams }: PageProps<"/dashboard/pixels">) {
  const t = await getTranslations("pixels");
  const actor = await requireActor();
  const { q, page: asked } = listView.parse(await searchParams);
  const { rows, total, page, pages } = await readPage(asked, perPage, (number) =>
    listPixels(actor, { page: number, limit: perPage }, q),
  );
  const uses = await useCounts(rows.map(({ id }) => id));
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "pixels")}
      actions={total > 0 && <NewPixel />}
      path="/dashboard/pixels"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoPixels />}
    >
      <PixelsTable
        rows={rows.map((pixel) => ({ ...pixel, uses: uses.get(pixel.id) ?? 0 }))}
        now={new Date()}
        remove={deletePixelAction}
      />
    </ListPage>
  );
}

function NewPixel() {
  const t = useTranslations("pixels");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/pixels/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoPixels() {
  const t = useTranslations("pixels.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconCode />} title={t("title")} description={t("text")}>
      <NewPixel />
    </EmptyState>
  );
}
