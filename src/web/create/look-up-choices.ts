import { useState } from 'react';
import { resourceOf } from '../../resources/index.ts';
import { words } from '../../resources/in-words.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { type Found, useFound } from '../record/use-found.ts';
import { canMakeNamed, makeNamed } from './make-named.ts';

/** A record to take, or the one to make. */
interface Choice {
  readonly key: string;
  readonly text: string;
  readonly take: () => void;
}

interface Choices {
  readonly choices: readonly Choice[];
  /** Whether they are those of the text; else they are still read. */
  readonly isCurrent: boolean;
  /** Why a record could not be made. */
  readonly failure: string | null;
}

/** The records that a typed text finds, and a choice that makes the missing one. */
export function useChoices(plural: string, text: string | null, take: (record: Found) => void): Choices {
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
  const choices: Choice[] = found.map((record) => ({ key: record.id, text: record.name, take: () => take(record) }));
  const sought = text.trim();
  const isKnown = found.some(({ name }) => name.toLowerCase() === sought.toLowerCase());
  if (sought !== '' && isCurrent && !isKnown && canMakeNamed(plural)) {
    const made = `Make the ${words(resourceOf(plural))} “${sought}”`;
    choices.push({ key: 'make', text: made, take: () => void make(sought) });
  }
  return { choices, isCurrent, failure };
}
