import { Refused } from '../../../client/problem.ts';
import { capital } from '../../../resources/in-words.ts';
import { labelOf } from '../../../resources/labels.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { inWords } from '../../parts/failure/refusal-words.ts';

/** What is wrong with an entry, by the part of the box; `other` belongs to no part. */
export type EntryFaults = Readonly<Partial<Record<EntryPart | 'other', string>>>;

type EntryPart = 'text' | 'when' | 'people' | 'outcome';

/** An entry that the page does not send. */
export class UnsentEntry extends Error {
  readonly faults: EntryFaults;

  constructor(faults: EntryFaults) {
    super('The entry has faults.');
    this.faults = faults;
  }
}

/** The parts by the fields of a request. */
const parts: Readonly<Record<string, EntryPart>> = {
  text: 'text',
  notes: 'text',
  happened_at: 'when',
  recorded_at: 'when',
  contact_ids: 'people',
  user_ids: 'people',
  contact_id: 'people',
  call_outcome_id: 'outcome',
};

/** The faults of an entry that was not made. */
export function entryFaultsOf(error: unknown): EntryFaults {
  if (error instanceof UnsentEntry) return error.faults;
  if (!(error instanceof Refused) || error.problems.length === 0) return { other: reasonOf(error) };
  const faults: Partial<Record<EntryPart | 'other', string>> = {};
  for (const { pointer = '', message } of error.problems) {
    const [, , name = ''] = pointer.split('/');
    const part = parts[name] ?? 'other';
    const said = capital(`${name === '' ? '' : labelOf(name.replace(/_ids?$/, ''))} ${inWords(message)}.`.trim());
    faults[part] = faults[part] === undefined ? said : `${faults[part]} ${said}`;
  }
  return faults;
}
