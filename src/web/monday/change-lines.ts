import { choiceName } from '../../resources/labels.ts';
import { nameOf } from '../data/directory.ts';
import type { Formats } from '../data/formats.ts';
import { joined } from '../fields/joined.ts';
import { changeNames } from '../reporting/change-names.ts';
import type { ReportBody } from '../reporting/report-body.ts';

type Total = ReportBody<'pipeline_change'>['total'];

/** The lines in the order in which they add up. `−` takes its amount away; without a sign, a line is a sum. */
const lines = [
  ['opening', ''],
  ['added', '+'],
  ['repriced', '+'],
  ['won', '−'],
  ['lost', '−'],
  ['dropped', '−'],
  ['closing', ''],
] as const satisfies readonly (readonly [keyof Total, Sign])[];

type Sign = '' | '+' | '−';

/** A line of the change of the pipeline. */
export interface ChangeLine {
  readonly name: string;
  readonly sign: Sign;
  readonly isSum: boolean;
  readonly count: number;
  readonly amount: number;
  readonly weighted: number;
  readonly url: string | null;
}

/** The seven lines of a change. */
export const changeLines = (total: Total): readonly ChangeLine[] =>
  lines.map(([line, sign]) => {
    const { count, amount, weighted_amount: weighted, projects_url: url } = total[line];
    return { name: changeNames[line], sign, isSum: sign === '', count, amount, weighted, url };
  });

/** A project that changed the pipeline, in one of its lines. */
export interface ProjectChange {
  readonly line: string;
  readonly id: string;
  readonly name: string;
  /** The reason, or else the line, and the client: `Reopened · Granite Health`. */
  readonly about: string;
  readonly sign: Sign;
  readonly amount: number;
}

/** The projects that the lines name. Those with another probability alone do not move the amount. */
export const projectChanges = (total: Total): readonly ProjectChange[] =>
  lines.flatMap(([line, sign]) =>
    total[line].projects
      .filter(({ reason }) => reason !== 'reweighted')
      .map(({ project: { id, name }, company, reason, amount }) => ({
        ...{ line, id, name, sign, amount },
        about: joined([reason === null ? changeNames[line] : choiceName(reason), company && nameOf(company)]),
      })),
  );

/** The most projects by name. */
const most = 10;

/** The largest of the changes. */
export const largestChanges = (changes: readonly ProjectChange[]): readonly ProjectChange[] =>
  changes.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount)).slice(0, most);

/** An amount with the sign with which it adds up: `+$200,000`, `−$3,000,000`. An amount of 0 has no sign. */
export function withSign(amount: number, sign: Sign, { money }: Formats): string {
  if (sign === '' || amount === 0) return money(amount);
  const isMinus = amount < 0 === (sign === '+');
  return `${isMinus ? '−' : '+'}${money(Math.abs(amount))}`;
}
