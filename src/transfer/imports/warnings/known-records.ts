import { sameName, sameNumber } from '../../../resources/transfer/import-summary.ts';
import { pursuitFamilies, type RowError } from '../../../resources/transfer/imports.ts';
import { type KnownPursuit, knownPursuits } from '../../../store/imports/known-pursuits.ts';
import { foldCase, foldName } from '../../mapping/reading-text/folding.ts';
import { familyOf, type ImportWork } from '../import-work.ts';
import type { JudgedRow } from '../rows/judged-row.ts';
import { begun, columnOf } from '../rows/row-errors.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/** A row that makes a project or a lead, with the values by which others are compared with it. */
interface NewPursuit {
  readonly name: string;
  readonly number: string;
  readonly companyId: unknown;
  readonly fields: JudgedRow['fields'];
}

/** Finds the rows that make a project or a lead whose number, or whose name and client, another one has. */
export async function findKnown(work: ImportWork, applied: AppliedRows): Promise<RowWarnings> {
  const { transaction, one, stored } = work;
  const created = pursuitFamilies.includes(stored.family) ? createdRows(applied) : [];
  if (created.length === 0) return noWarnings;
  const pursuits = created.map(({ fields }) => pursuitOf(fields));
  const names = [...new Set(pursuits.map(({ name }) => name))];
  const numbers = [...new Set(pursuits.flatMap(({ number }) => (number === '' ? [] : [number])))];
  const known = await knownPursuits(transaction, familyOf(work), one, { names, numbers });
  const byName = groupedBy(known, ({ folded }) => folded);
  const byNumber = groupedBy(known, ({ number }) => number ?? '');
  return warningsOf(created, ({ fields }) => {
    const pursuit = pursuitOf(fields);
    const ofNumber = pursuit.number === '' ? [] : (byNumber.get(pursuit.number) ?? []);
    if (ofNumber.length > 0) return warningOf(work, pursuit, { field: 'project_number', found: ofNumber });
    const found = (byName.get(pursuit.name) ?? []).filter((record) => isSame(pursuit, record));
    return found.length > 0 ? warningOf(work, pursuit, { field: 'name', found }) : undefined;
  });
}

function groupedBy(
  records: readonly KnownPursuit[],
  textOf: (record: KnownPursuit) => string,
): ReadonlyMap<string, readonly KnownPursuit[]> {
  const groups = new Map<string, KnownPursuit[]>();
  for (const record of records) {
    const text = textOf(record);
    const group = groups.get(text);
    if (group) group.push(record);
    else groups.set(text, [record]);
  }
  return groups;
}

function pursuitOf(fields: JudgedRow['fields']): NewPursuit {
  const { name, project_number: number, company_id: companyId = null } = fields;
  return { name: foldName(textOf(name)), number: foldCase(textOf(number)), companyId, fields };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Jobs of one name and client with two numbers are two jobs. */
const isSame = ({ number, companyId }: NewPursuit, record: KnownPursuit): boolean =>
  record.company_id === companyId && (number === '' || record.number === null);

function warningOf(
  { stored: { mapping, family } }: ImportWork,
  { fields }: NewPursuit,
  { field, found }: { readonly field: 'name' | 'project_number'; readonly found: readonly KnownPursuit[] },
): RowError {
  const [what, one] = family === 'leads' ? ['lead', 'another lead'] : ['project', 'another project'];
  const name = begun(found[0]?.name ?? '');
  const has = field === 'name' ? 'the same client' : 'this number';
  return {
    column: columnOf(mapping, field),
    field,
    code: field === 'name' ? sameName : sameNumber,
    message: `The account has the ${what} “${name}” with ${has} already. The row makes ${one}.`,
    value: begun(textOf(fields[field])),
    ids: found.slice(0, mostIds).map(({ id }) => id),
  };
}

/** The records that a warning names. */
const mostIds = 20;
