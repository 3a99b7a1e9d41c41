import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Query } from '../../../client/request.ts';
import { readList, withTotal } from '../../data/records.ts';
import { Failure } from '../../parts/failure/failure.tsx';
import { Section } from '../../parts/section/section.tsx';
import { type RelatedRecord, rowOf } from '../../fields/related-rows.ts';
import { MoreRows, mostRows } from './more-rows.tsx';
import style from './related.module.css';
import { useViewContext } from '../../fields/use-view-context.ts';

interface Props {
  readonly title: string;
  readonly plural: string;
  readonly query: Query;
  /** The text without any records: `No calls yet.`; null if there is then nothing to say. */
  readonly none: string | null;
  /** The button that makes another one. */
  readonly action?: ReactNode;
}

const atFirst = 5;

/** The records that name this one, as links. The first five show; the others on request. */
export function Related({ title, plural, query, none, action }: Props) {
  const [perPage, setPerPage] = useState(atFirst);
  const { data, error, refetch } = useQuery({
    queryKey: [plural, 'related', query, perPage],
    queryFn: async ({ signal }) => {
      const request = { query: { ...query, per_page: perPage }, headers: withTotal, signal };
      const { rows, total } = await readList<RelatedRecord>(plural, request);
      return { records: rows, count: total ?? 0 };
    },
    placeholderData: (previous) => previous,
  });
  const { records = [], count = 0 } = data ?? {};
  if (none === null && count === 0 && error === null) return null;
  return (
    <Section title={title} note={count || undefined} action={action}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Rows plural={plural} records={records} none={data && none} />
      <MoreRows shown={records.length} count={count} onMore={() => setPerPage(mostRows)} />
    </Section>
  );
}

interface RowsProps {
  readonly plural: string;
  readonly records: readonly RelatedRecord[];
  /** The text without any. */
  readonly none: string | null | undefined;
}

function Rows({ plural, records, none }: RowsProps) {
  const context = useViewContext();
  if (records.length === 0) return none && <p className={style.none}>{none}</p>;
  return (
    <ul className={style.rows}>
      {records.map((record) => {
        const { to, text, note } = rowOf(plural, record, context);
        return (
          <li key={record.id}>
            <Link to={to} className={style.row}>
              <span className={style.text} dir="auto">
                {text}
              </span>
              <span className={style.note}>{note}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
