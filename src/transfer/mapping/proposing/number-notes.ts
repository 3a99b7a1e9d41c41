import type { Mapping, Transform } from '../../../resources/transfer/mapping.ts';
import { targetsOf, withNewFields } from '../../../resources/transfer/targets.ts';
import { currencyOfName, otherCurrency } from '../reading-text/currencies.ts';
import type { ProposalScope, ProposedColumn } from '../scope.ts';
import { isMoney } from '../value-notices.ts';
import { decimalSignsOf, isUnclear } from './decimal-signs.ts';
import { headerFactor } from './header-units.ts';

const ending = 'the file does not tell the decimal sign. To read it otherwise, change the step "number" of the column.';

const factorEnding = ', because its name says so. To read it otherwise, change the step "number" of the column.';

const currencyEnding = ', without conversion. To leave them out, take the column out of the mapping.';

/** Whether a sentence is one of `numberNotes`. */
export const isNumberNote = (oddity: string): boolean =>
  [ending, factorEnding, currencyEnding].some((one) => oddity.endsWith(one));

/**
 * Sentences about columns whose numbers are read by their names alone or by the custom of the currency, and about those
 * that state another currency.
 */
export const numberNotes = (mapping: Mapping, scope: ProposalScope): string[] => [
  ...factorNotes(mapping),
  ...signNotes(mapping, scope),
  ...currencyNotes(mapping, scope),
];

/** Sentences about columns of money whose name or values state another currency than that of the account. */
function currencyNotes(mapping: Mapping, { columns, currency, customFields, family }: ProposalScope): string[] {
  if (currency === undefined) return [];
  const targets = targetsOf(family, withNewFields(customFields, mapping.custom_fields));
  const money = mapping.columns.filter(({ to }) => {
    const target = targets.get(to);
    return target !== undefined && isMoney(target);
  });
  const sources = new Set(money.flatMap(({ from }) => from.flat()));
  return columns.flatMap(({ name, samples, values = samples }) => {
    if (!sources.has(name)) return [];
    const stated = currencyOfName(name, currency);
    const others = values.filter((value) => otherCurrency(value, currency) !== null);
    if (stated === null && others[0] === undefined) return [];
    const told =
      stated === null
        ? `${others.length} of the first ${values.length} different values ${others.length === 1 ? 'has' : 'have'} another currency than ${currency}, such as ${JSON.stringify(others[0])}`
        : `the name says ${stated}, and the account has ${currency}`;
    return [`Column ${name}: ${told}. The numbers are imported as ${currency}${currencyEnding}`];
  });
}

/** Sentences about columns such as `Est. Value ($000)`. */
const factorNotes = ({ columns }: Mapping): string[] =>
  columns.flatMap(({ from, transform = [] }) => {
    const name = from.flat().join(' ');
    const factor = headerFactor(name);
    const isRead =
      factor > 1 &&
      transform.some((step) => typeof step === 'object' && 'number' in step && (step.number.times ?? 1) >= factor);
    return isRead
      ? [`Column ${name}: the numbers are multiplied by ${factor.toLocaleString('en-US')}${factorEnding}`]
      : [];
  });

/** Sentences about columns whose numbers fit both decimal signs, if the file does not tell and the custom is another. */
function signNotes({ columns: mapped }: Mapping, { columns, currency }: ProposalScope): string[] {
  const { told, likely } = decimalSignsOf(columns, currency);
  if (told !== null) return [];
  return mapped.flatMap(({ from, transform = [] }) => {
    const sign = transform.flatMap(signOf)[0];
    const column = columns.find(({ name }) => name === from.flat()[0]);
    const example = column && unclearText(column);
    if (sign === undefined || example === undefined || (sign + likely === '..' && example.includes(','))) return [];
    const meaning = example.includes(sign) ? 'with three decimals' : 'in thousands';
    return [`Column ${column?.name ?? ''}: ${JSON.stringify(example)} is read ${meaning}, because ${ending}`];
  });
}

const signOf = (step: Transform): string[] =>
  typeof step === 'object' && 'number' in step ? [step.number.decimal ?? '.'] : [];

const unclearText = ({ hasNumbers, values, samples }: ProposedColumn): string | undefined =>
  hasNumbers === true ? undefined : (values ?? samples).find(isUnclear);
