import { linksByNumber, type ListPage } from '../../store/query/page.ts';

/** A page by its number. */
export interface PageNumber {
  readonly page: number;
  readonly perPage: number;
}

/** The links of a page, and the number of entries on all pages. */
export interface NumberedPage extends Pick<ListPage<never>, 'links'> {
  readonly total: number;
}

/** The links of a page by its number, with the number of entries on all pages. */
export const numberedPage = ({ page, perPage }: PageNumber, total: number): NumberedPage => ({
  links: linksByNumber(page, page * perPage < total, Math.max(1, Math.ceil(total / perPage))),
  total,
});

/** The number of entries of a page, and of those before it. */
export const spanOf = ({ page, perPage }: PageNumber) => ({ limit: perPage, skip: (page - 1) * perPage });
