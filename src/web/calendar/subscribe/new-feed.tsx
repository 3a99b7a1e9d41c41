import type { ReactNode, SubmitEvent } from 'react';
import { projects } from '../../../resources/projects.ts';
import { useSmallForm } from '../../fields/use-small-form.ts';
import { useFilterTexts } from '../../lists/filters/use-filter-texts.ts';
import { Button } from '../../parts/button/button.tsx';
import { DialogActions } from '../../parts/dialog/dialog.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import { Field } from '../../parts/field/field.tsx';
import layout from '../../parts/field/form.module.css';
import type { Search } from '../../queries/address.ts';
import { makeFeed } from './feeds.ts';
import style from './subscribe.module.css';

interface Props {
  readonly search: Search;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onMade: (name: string, url: string) => void;
  readonly onClose: () => void;
  /** Stands above the buttons. */
  readonly children: ReactNode;
}

/** The name of a new feed, and the filters of the calendar that it follows. */
export function NewFeed({ search, name, onName, onMade, onClose, children }: Props) {
  const filters = useFilterTexts(projects, search);
  const { form, faults, isBusy, send } = useSmallForm('calendar_feed');
  const make = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await send(async () => onMade(name.trim(), await makeFeed(name.trim(), search)));
  };
  return (
    <form ref={form} className={layout.form} onSubmit={(event) => void make(event)}>
      <p>Outlook, Google, Apple and other calendars can show the bids of this calendar.</p>
      <FaultLine>{[faults.other, faults.at['query']].filter(Boolean).join(' ') || null}</FaultLine>
      <Field
        data-first
        label="Name"
        required
        maxLength={255}
        autoComplete="off"
        fault={faults.at['name']}
        hint="Calendar programs show this name."
        value={name}
        onChange={({ target }) => onName(target.value)}
      />
      <Follows filters={filters} />
      {children}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="filled" type="submit" disabled={isBusy}>
          Create the address
        </Button>
      </DialogActions>
    </form>
  );
}

/** What a feed has: the filters stay as they are now. */
function Follows({ filters }: { readonly filters: readonly string[] }) {
  if (filters.length === 0) return <p>It has the bid of every open project.</p>;
  return (
    <div>
      <p>It has the open projects that meet the filters of this calendar:</p>
      <ul className={style.filters} aria-label="Filters that it follows">
        {filters.map((text) => (
          <li key={text} dir="auto">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
