import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Query } from '../../../client/request.ts';
import { readList, withTotal } from '../../data/records.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Section } from '../../parts/section/section.tsx';
import { type RelatedRecord, rowOf } from '../../fields/related-rows.ts';
import style from './related.module.css';
import { useViewContext } from '../../fields/use-view-context.ts';

interface Props {
  readonly title: string;
  readonly plural: string;
  readonly query: Query;
  /** The text without any records: `No calls yet.` */
  readonly none: string;
  /** The button that makes another one. */
  readonly action?: ReactNode;
}

const atFirst = 5;
const most = 100;

/** The records that name this one, as links. The first five show; the others on request. */
export function Related({ title, plural, query, none, action }: Props) {
  const [perPage, setPerPage] = useState(atFirst);
  const context = useViewContext();
  const { data, error, refetch } = useQuery({
    queryKey: [plural, 'related', query, perPage],
    queryFn: async ({ signal }) => {
      const request = { query: { ...query, per_page: perPage }, headers: withTotal, signal };
      const { rows, total } = await readList<RelatedRecord>(plural, request);
      return { records: rows, count: total ?? 0 };
    },
    placeholderData: (previous) => previous,
  });
  return (
    <Section title={title} note={data === undefined || data.count === 0 ? undefined : data.count} action={action}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.records.length === 0 && <p className={style.none}>{none}</p>}
      <ul className={style.rows}>
        {data?.records.map((record) => {
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
      {perPage < most && data !== undefined && <More {...data} onMore={() => setPerPage(most)} />}
    </Section>
  );
}

interface MoreProps {
  readonly records: readonly unknown[];
  /** The number of all of them. */
  readonly count: number;
  readonly onMore: () => void;
}

const More = ({ records, count, onMore }: MoreProps) =>
  count > records.length && (
    <Button look="bare" onClick={onMore}>
      Show {count > most ? `the first ${most}` : `all ${count}`}
    </Button>
  );
