import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import type { MappedColumn } from '../../resources/transfer/mapping.ts';
import type { MappingTarget } from '../../resources/transfer/targets.ts';
import type { PlaceContext } from './places.ts';
import { emailAddressesIn } from './reading-text/email-addresses.ts';
import { areTwoNames, wordsBeside } from './reading-text/full-name.ts';
import { personInCell } from './reading-text/person-in-cell.ts';
import { areTwoFirms } from './reading-text/two-firms.ts';
import { hasPersonNames } from './references.ts';

/** How a field takes a part of a cell. */
export interface PartTaken {
  /** The part that it takes, in words. */
  readonly taken: string;
  /** The rest of a text; empty if there is none. */
  readonly restOf: (text: string) => string;
  /** Whether the texts are those of the cells, of which the steps have taken a part. */
  readonly isOfCell: boolean;
  /** The notice of a name that may be that of two people or companies; null for other fields. */
  readonly two: TwoNames | null;
}

export interface TwoNames {
  readonly are: (text: string) => boolean;
  readonly code: string;
  /** What follows the name in the notice. */
  readonly words: string;
}

const twoPeople = { code: 'two_people', words: 'may name two people. The row makes one contact.' };

const twoFirms: TwoNames = {
  are: areTwoFirms,
  code: 'two_companies',
  words: 'may name two companies. It is taken as the name of one.',
};

interface PartOptions {
  /** Whether another field takes a part of the column too. */
  readonly isShared: boolean;
  readonly family: ImportedFamily;
}

/**
 * Null for a field that takes the whole cell. The first and the last name come from one cell: the first one reports it.
 */
export function partOf(
  { transform = [] }: MappedColumn,
  target: MappingTarget,
  { ruleOf }: PlaceContext,
  { isShared, family }: PartOptions,
): PartTaken | null {
  if (namesFirm(target, family)) return firmName;
  if (isEmail(target)) return firstAddress;
  if (target.kind !== 'reference') return transform.some(takesFirstName) ? ownName : null;
  if (target.field.kind !== 'reference') return null;
  if (!isShared && transform.some(takesFirst)) return firstEntry;
  return ruleOf(target.name).by === 'name' ? namedIn(target.field.to) : null;
}

const isEmail = (target: MappingTarget): boolean => target.kind === 'field' && target.field.kind === 'email';

const takesFirstName = (step: NonNullable<MappedColumn['transform']>[number]): boolean =>
  typeof step === 'object' && 'full_name' in step && step.full_name.part === 'first_name';

/** Whether a target is the name of a company, of the record itself or of one that it refers to. */
const namesFirm = (target: MappingTarget, family: ImportedFamily): boolean =>
  target.kind === 'part'
    ? target.field.to === 'companies' && target.part === 'name'
    : target.kind === 'field' && family === 'companies' && target.asked === 'name';

function namedIn(plural: string): PartTaken | null {
  if (plural === 'companies') return firmName;
  if (!hasPersonNames(plural)) return null;
  return plural === 'contacts' ? firstPerson : { ...firstPerson, two: null };
}

const takesFirst = (step: NonNullable<MappedColumn['transform']>[number]): boolean =>
  typeof step === 'object' && 'split' in step && step.split.by.trim() === ';' && step.split.part === 'first';

const firstAddress: PartTaken = {
  taken: 'the first e-mail address',
  restOf: (text) => emailAddressesIn(text).slice(1).join(', '),
  isOfCell: false,
  two: null,
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
  two: null,
};

const firstPerson: PartTaken = {
  taken: 'the first person',
  restOf: (text) => personInCell(text).others.join('; '),
  isOfCell: false,
  two: { are: (text) => personInCell(text).areTwo, ...twoPeople },
};

const ownName: PartTaken = {
  taken: 'the name',
  restOf: wordsBeside,
  isOfCell: true,
  two: { are: areTwoNames, ...twoPeople },
};

/** A name of a company is taken as a whole. */
const firmName: PartTaken = { taken: 'the name', restOf: () => '', isOfCell: false, two: twoFirms };
