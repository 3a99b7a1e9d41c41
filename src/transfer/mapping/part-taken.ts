import type { MappedColumn } from '../../resources/transfer/mapping.ts';
import type { MappingTarget } from '../../resources/transfer/targets.ts';
import type { PlaceContext } from './places.ts';
import { emailAddressesIn } from './reading-text/email-addresses.ts';
import { areTwoNames, wordsBeside } from './reading-text/full-name.ts';
import { personInCell } from './reading-text/person-in-cell.ts';
import { hasPersonNames } from './references.ts';

/** How a field takes a part of a cell. */
export interface PartTaken {
  /** The part that it takes, in words. */
  readonly taken: string;
  /** The rest of a text; empty if there is none. */
  readonly restOf: (text: string) => string;
  /** Whether the texts are those of the cells, of which the steps have taken a part. */
  readonly isOfCell: boolean;
  /** Whether the name of a person may be that of two. */
  readonly areTwo: (text: string) => boolean;
}

/**
 * Null for a field that takes the whole cell. The first and the last name come from one cell: the first one reports it.
 * @param isShared whether another field takes a part of the column too
 */
export function partOf(
  { transform = [] }: MappedColumn,
  target: MappingTarget,
  { ruleOf }: PlaceContext,
  isShared: boolean,
): PartTaken | null {
  if (target.kind === 'field' && target.field.kind === 'email') return firstAddress;
  if (target.kind === 'reference') {
    if (target.field.kind !== 'reference') return null;
    if (!isShared && transform.some(takesFirst)) return firstEntry;
    return ruleOf(target.name).by === 'name' ? personOf(target.field.to) : null;
  }
  const isName = transform.some(
    (step) => typeof step === 'object' && 'full_name' in step && step.full_name.part === 'first_name',
  );
  return isName ? ownName : null;
}

function personOf(plural: string): PartTaken | null {
  if (!hasPersonNames(plural)) return null;
  return plural === 'contacts' ? firstPerson : { ...firstPerson, areTwo: () => false };
}

const takesFirst = (step: NonNullable<MappedColumn['transform']>[number]): boolean =>
  typeof step === 'object' && 'split' in step && step.split.by.trim() === ';' && step.split.part === 'first';

const firstAddress: PartTaken = {
  taken: 'the first e-mail address',
  restOf: (text) => emailAddressesIn(text).slice(1).join(', '),
  isOfCell: false,
  areTwo: () => false,
};

/** Exports write the companies of a deal as `Acme; Blue Heron`. */
const firstEntry: PartTaken = {
  taken: 'the first name',
  restOf: (text) => {
    const entries = text.split(';').map((entry) => entry.trim());
    return entries
      .slice(1)
      .filter((entry) => entry !== '')
      .join('; ');
  },
  isOfCell: true,
  areTwo: () => false,
};

const firstPerson: PartTaken = {
  taken: 'the first person',
  restOf: (text) => personInCell(text).others.join('; '),
  isOfCell: false,
  areTwo: (text) => personInCell(text).areTwo,
};

const ownName: PartTaken = { taken: 'the name', restOf: wordsBeside, isOfCell: true, areTwo: areTwoNames };
