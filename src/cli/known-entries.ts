import { distance } from 'fastest-levenshtein';
import { resourceOf } from '../resources/index.ts';
import type { ProblemGroup } from '../resources/transfer/import-summary.ts';
import type { ImportRead } from '../resources/transfer/shown-import.ts';
import { referredResource } from '../transfer/imports/references/reference-targets.ts';
import type { ImportDesk } from './import-desk.ts';

/** The names of the entries that a field can have, by the field. */
export type KnownEntries = ReadonlyMap<string, readonly string[]>;

/** The entries of the lists in which rows of an import look for names that are not there. */
export async function knownEntries(desk: ImportDesk, done: ImportRead): Promise<KnownEntries> {
  const { problems = [], warnings = [] } = done.summary ?? {};
  const fields = new Set(
    [...problems, ...warnings].flatMap(({ code, field }) => (code === 'not_found' ? [field] : [])),
  );
  const known = new Map<string, readonly string[]>();
  for (const field of fields) {
    const plural = listNamedBy(done, field);
    if (field !== null && plural !== undefined) known.set(field, await desk.entryNames(plural));
  }
  return known;
}

/** The list whose entries a field names; undefined if it names other records, or entries by another key. */
function listNamedBy({ as, mapping }: ImportRead, field: string | null): string | undefined {
  if (field === null || (mapping.references[field]?.by ?? 'name') !== 'name') return undefined;
  const target = referredResource(resourceOf(as), field);
  return target?.kept === 'directory' ? target.plural : undefined;
}

const [mostNames, mostNear] = [12, 5];

/** All entries if they are few, else those with the nearest names. Empty if the group names no entry of a list. */
export function entriesInWords({ code, field, values }: ProblemGroup, known: KnownEntries): string[] {
  const names = known.get(field ?? '');
  if (code !== 'not_found' || names === undefined) return [];
  if (names.length === 0) return ['There is none yet.'];
  if (names.length <= mostNames) return [`There are: ${names.join(', ')}.`];
  const far = (name: string): number => Math.min(...values.map(({ value }) => farFrom(value, name)));
  const near = names.toSorted((one, other) => far(one) - far(other)).slice(0, mostNear);
  return [`The nearest of ${names.length}: ${near.join(', ')}.`];
}

/** How far a text is from a name, or from a word of it: people write `RFQ` for `RFQ / Prequalification`. */
function farFrom(text: string, name: string): number {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length > 2);
  return Math.min(...[name, ...words].map((each) => distance(each.toLowerCase(), text.toLowerCase())));
}

/** What to do about such groups; empty if there are none. */
export const entriesHint = (known: KnownEntries): string[] =>
  known.size === 0
    ? []
    : [
        'To read such a text as one of these, add a step "map" to its column in a file for --map (--show-mapping prints',
        'the mapping). Or add the entry in the page, under Settings.',
      ];
