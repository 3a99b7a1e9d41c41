import { joined } from '../fields/joined.ts';
import { Link } from '@tanstack/react-router';
import { dayIn } from '../../resources/written-dates/days.ts';
import { nameOf, useDirectory } from '../data/directory.ts';
import { useNow } from '../data/now.ts';
import { useFormats } from '../data/formats.ts';
import type { Search } from '../queries/address.ts';
import { useMedia } from '../parts/use-media.ts';
import type { Lead } from './lead.ts';
import style from './leads-screen.module.css';
import { RowWithActions } from './row-with-actions.tsx';

interface Props {
  readonly leads: readonly Lead[];
  readonly selectedId: string | undefined;
  readonly search: Search;
  /** Called as soon as the person is done with a lead; null if the person may not change leads. */
  readonly onDone: ((id: string) => () => void) | null;
}

/** The leads of a view. Each is a link that shows it beside the list. */
export function LeadList({ leads, selectedId, search, onDone }: Props) {
  const { shortMoney, day } = useFormats();
  const { account } = useDirectory();
  const now = useNow().getTime();
  const isNarrow = useMedia('(width < 960px)');
  const dayOf = (instant: string): string => day(dayIn(account.time_zone, new Date(instant)));
  return (
    <ul aria-label="Leads">
      {leads.map((lead) => {
        const { id, name, company, assigned_to: owner, value_in_cents: value, snooze_until: until } = lead;
        const note = [
          company && nameOf(company),
          value === null ? null : shortMoney(value / 100),
          owner ? nameOf(owner) : 'nobody’s',
          until !== null && Date.parse(until) > now ? `sleeps until ${dayOf(until)}` : null,
        ];
        const row = (
          <Link
            to="/leads"
            search={{ ...search, peek: id } as never}
            id={`lead-${id}`}
            className={style.row}
            aria-current={id === selectedId ? 'true' : undefined}
          >
            <span className={style.rowName} dir="auto">
              {name}
            </span>
            <time className={style.since} dateTime={lead.created_at}>
              {dayOf(lead.created_at)}
            </time>
            <span className={style.note}>
              {lead.priority && <strong>Priority · </strong>}
              {joined(note)}
            </span>
          </Link>
        );
        return (
          <li key={id} className={style.item}>
            {isNarrow && onDone ? (
              <RowWithActions lead={lead} onDone={onDone}>
                {row}
              </RowWithActions>
            ) : (
              row
            )}
          </li>
        );
      })}
    </ul>
  );
}
