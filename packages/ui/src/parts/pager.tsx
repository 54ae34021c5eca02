import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { texts } from "../texts/index.ts";

const perPage = 50;

type Page<Item> = Readonly<{ items: readonly Item[]; page: number; pages: number; onPage: (page: number) => void }>;

/** For tables whose rows differ too much in height to be drawn in part. */
export function usePage<Item>(all: readonly Item[]): Page<Item> {
  const [wanted, setWanted] = useState(1);
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  const page = Math.min(wanted, pages);
  return { items: all.slice((page - 1) * perPage, page * perPage), page, pages, onPage: setWanted };
}

export function Pager({
  page,
  pages,
  onPage,
}: Readonly<{ page: number; pages: number; onPage: (page: number) => void }>) {
  if (pages <= 1) return null;
  return (
    <nav className="mu-row mu-subtitle" aria-label={texts.general.pages}>
      <Button variant="secondary" isDisabled={page === 1} onClick={() => onPage(page - 1)}>
        {texts.general.previous}
      </Button>
      <span>{texts.general.pageOf(page, pages)}</span>
      <Button variant="secondary" isDisabled={page >= pages} onClick={() => onPage(page + 1)}>
        {texts.general.nextPage}
      </Button>
    </nav>
  );
}
