import { useFormats } from '../data/formats.ts';
import { writeSearch } from '../queries/address.ts';
import type { Instant, PageQuery } from './monday-queries.ts';
import style from './monday.module.css';

interface Props {
  readonly page: PageQuery;
  readonly instant: Instant;
  readonly since: string | undefined;
}

/** The address that shows this page again, on paper. */
export function PrintedFoot({ page, instant, since }: Props) {
  const { day, today } = useFormats();
  const query = writeSearch({ ...page.filters, as_of: instant.at, since });
  return (
    <p className={style.foot}>
      Names as of {day(today)}. {`${window.location.origin}/monday${query}`}
    </p>
  );
}
