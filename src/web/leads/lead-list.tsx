import { joined } from '../fields/joined.ts';
import { Link } from '@tanstack/react-router';
import { dayIn } from '../../resources/written-dates/days.ts';
import { nameOf, useDirectory } from '../data/directory.ts';
import { useNow } from '../data/now.ts';
import { useFormats } from '../data/formats.ts';
import type { SelectedRows } from '../lists/selection/use-selection.ts';
import type { Search } from '../queries/address.ts';
import type { Lead } from './lead.ts';
import style from './leads-screen.module.css';
import { RowWithActions } from './row-with-actions.tsx';

interface Props {
  readonly leads: readonly Lead[];
  readonly selectedId: string | undefined;
  readonly search: Search;
  /** The leads that are selected for a change together; null while rows have no checkboxes. */
  readonly selection: SelectedRows | null;
  readonly isNarrow: boolean;
  /** Called as soon as the person is done with a lead; null if the person may not change leads. */
  readonly onDone: ((id: string) => () => void) | null;
}

/** The leads of a view. Each is a link that shows it beside the list. */
export function LeadList({ leads, selectedId, search, selection, isNarrow, onDone }: Props) {
  return (
    <ul aria-label="Leads">
      {leads.map((lead) => {
        const { id } = lead;
        const row = (
          <Link
            to="/leads"
            search={{ ...search, peek: id } as never}
            id={`lead-${id}`}
            className={style.row}
            aria-current={id === selectedId ? 'true' : undefined}
          >
            <LeadLines lead={lead} />
          </Link>
        );
        return (
          <li key={id} className={style.item} data-row={id}>
            {selection && <SelectBox lead={lead} selection={selection} />}
            {isNarrow && onDone && selection === null ? (
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

/** The name of a lead, since when it is there, and what else tells it from others. */
function LeadLines({ lead }: { readonly lead: Lead }) {
  const { shortMoney, day } = useFormats();
  const { account } = useDirectory();
  const now = useNow().getTime();
  const dayOf = (instant: string): string => day(dayIn(account.time_zone, new Date(instant)));
  const { name, company, assigned_to: owner, value_in_cents: value, snooze_until: until } = lead;
  const note = [
    company && nameOf(company),
    value === null ? null : shortMoney(value / 100),
    owner ? nameOf(owner) : 'nobody’s',
    until !== null && Date.parse(until) > now ? `sleeps until ${dayOf(until)}` : null,
  ];
  return (
    <>
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
    </>
  );
}

const SelectBox = ({ lead: { id, name }, selection }: { readonly lead: Lead; readonly selection: SelectedRows }) => (
  <label className={style.check}>
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={selection.has(id)}
      onChange={({ nativeEvent }) => {
        if ('shiftKey' in nativeEvent && nativeEvent.shiftKey === true) selection.extend(id);
        else selection.toggle(id);
      }}
    />
  </label>
);
