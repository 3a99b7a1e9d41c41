import { useState } from 'react';
import { resourceOf } from '../../resources/index.ts';
import { words } from '../../resources/in-words.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { isNamed, type NamedRecord, useFound } from '../finding/use-found.ts';
import { createRecord } from '../data/records.ts';

/** A record to take, or the missing one to add. */
export interface LookUpChoice {
  readonly key: string;
  readonly name: string;
  readonly note?: string;
  readonly take: () => void;
}

interface LookUpChoices {
  readonly choices: readonly LookUpChoice[];
  /** Whether they are those of the text; else they are still read. */
  readonly isCurrent: boolean;
  /** Why a record could not be added. */
  readonly failure: string | null;
}

/** The records that a typed text finds, and a choice that adds the missing one. */
export function useChoices(plural: string, text: string | null, take: (record: NamedRecord) => void): LookUpChoices {
  const [failure, setFailure] = useState<string | null>(null);
  const { found, isCurrent } = useFound(plural, text ?? '', text !== null);
  const make = async (name: string): Promise<void> => {
    try {
      setFailure(null);
      take(await makeNamed(plural, name));
    } catch (error) {
      setFailure(reasonOf(error));
    }
  };
  if (text === null) return { choices: [], isCurrent, failure };
  const choices: LookUpChoice[] = found.map((record) => ({
    key: record.id,
    name: record.name,
    note: record.note,
    take: () => take({ id: record.id, name: record.name }),
  }));
  const sought = text.trim();
  const isKnown = found.some((record) => isNamed(record, sought));
  if (sought !== '' && isCurrent && !isKnown && canMakeNamed(plural)) {
    const added = `Add “${sought}” as a new ${words(resourceOf(plural))}`;
    choices.push({ key: newRecord, name: added, take: () => void make(sought) });
  }
  return { choices, isCurrent, failure };
}

/** The key of the choice that makes the missing record. */
export const newRecord = 'new';

/** The fields of a new record of which only the name is known. */
const named: Readonly<Record<string, (name: string) => Readonly<Record<string, string>>>> = {
  companies: (name) => ({ name }),
  contacts: (name) => {
    const parts = name.trim().split(/\s+/);
    return parts.length === 1
      ? { last_name: name }
      : { first_name: parts.slice(0, -1).join(' '), last_name: parts.at(-1) ?? '' };
  },
};

const canMakeNamed = (plural: string): boolean => plural in named;

/** Adds a company or a contact of which only the name is known. */
async function makeNamed(plural: string, name: string): Promise<NamedRecord> {
  return await createRecord(resourceOf(plural), named[plural]?.(name) ?? {});
}
