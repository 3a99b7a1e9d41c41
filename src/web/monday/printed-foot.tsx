import { useFormats } from '../data/formats.ts';
import { writeSearch } from '../queries/address.ts';
import type { Instant, PageQuery } from './monday-queries.ts';
import style from './monday.module.css';

interface Props {
  readonly page: PageQuery;
  readonly instant: Instant;
  readonly since: string | undefined;
}

/** The most characters of an address for which the page of paper has room. */
const mostCharacters = 500;

/** The address that shows this page again, on paper. */
export function PrintedFoot({ page, instant, since }: Props) {
  const { count, day, today } = useFormats();
  const address = `${window.location.origin}/monday${writeSearch({ ...page.filters, as_of: instant.at, since })}`;
  return (
    <p className={style.foot}>
      Names as of {day(today)}.{' '}
      {address.length <= mostCharacters
        ? address
        : `The address of this page has ${count(address.length)} characters, too many for the foot.`}
    </p>
  );
}
