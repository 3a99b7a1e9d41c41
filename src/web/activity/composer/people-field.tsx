import { useState } from 'react';
import { ComboField } from '../../create/combo-field.tsx';
import { RecordChips } from '../../create/record-chips.tsx';
import { entriesOf, useDirectory } from '../../data/directory.ts';
import type { ComposedEntry, Person } from './composed-entry.ts';
import { personBy, usePeopleChoices } from './people.ts';

type People = Pick<ComposedEntry, 'people' | 'sought'>;

interface Props extends People {
  readonly fault: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (change: (before: People) => People) => void;
}

/**
 * The people who took part, each found as somebody types. Enter takes the first one, also before the service has answered:
 * until then, the text itself stands among the people.
 */
export function PeopleField({ people, sought, fault, readOnly, onChange }: Props) {
  const [isLooking, setLooking] = useState(false);
  const users = entriesOf(useDirectory(), 'users');
  const take = (person: Person): void =>
    onChange((before) => ({ people: withPerson(before.people, person), sought: '' }));
  const text = sought.trim();
  const isSought = isLooking && text !== '';
  const { choices, isCurrent, failure } = usePeopleChoices(isSought ? text : null, users, take);
  const takeLater = async (): Promise<void> => {
    onChange(({ people: before }) => ({ people: [...before, text], sought: '' }));
    const person = await personBy(text, users).catch(() => null);
    // A text that finds nobody yet is looked up again when the entry is sent.
    if (person) onChange((before) => ({ ...before, people: withPerson(before.people, person, text) }));
  };
  return (
    <div
      onKeyDown={(event) => {
        // Enter has taken the last person. One more would send the entry by accident.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey) {
          event.preventDefault();
        }
      }}
    >
      <ComboField
        label="People"
        listName="people found"
        placeholder="contacts and colleagues"
        text={sought}
        isSought={isSought}
        choices={choices}
        isCurrent={isCurrent}
        fault={failure ?? fault}
        readOnly={readOnly}
        onType={(typed) => onChange((before) => ({ ...before, sought: typed }))}
        onLook={setLooking}
        onTakeLater={() => void takeLater()}
      />
      <RecordChips
        records={people.map((one) => (typeof one === 'string' ? { id: one, name: one } : one))}
        onRemove={(at) =>
          onChange((before) => ({ ...before, people: before.people.filter((_, index) => index !== at) }))
        }
      />
    </div>
  );
}

/** Adds a person to the people, or puts the person in the place of the text that found them. Removes duplicates. */
function withPerson(people: People['people'], person: Person, text?: string): People['people'] {
  const all = text === undefined ? [...people, person] : people.map((one) => (one === text ? person : one));
  const texts = all.map((one) => JSON.stringify(one));
  return all.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}
