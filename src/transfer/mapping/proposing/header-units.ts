import type { MappedColumn, NumberForm, Transform } from '../../../resources/transfer/mapping.ts';
import type { MappingTarget } from '../../../resources/transfer/targets.ts';
import { numberScales } from '../../../resources/transfer/words/value-words.ts';

/** The factor that the name of a column states: `Est. Value ($000)` holds thousands. 1 if it states none. */
export function headerFactor(header: string): number {
  const hint = header.toLowerCase();
  if (thousands.test(hint)) return 1000;
  return millions.test(hint) ? 1_000_000 : 1;
}

const currency = '(?:us)?[$€£]|usd|eur|gbp|cad';
const thousands = new RegExp(
  String.raw`\b(?:in|x) (?:${currency})? ?(?:thousands?|1[,.']?000)\b|[([](?:${currency})? ?(?:x ?)?(?:'?000s?|1[,.']?000s?|k|thousands?|tsd\.?)(?: ?(?:${currency}))?[)\]]|(?:^|[\s([])(?:t€|t ?eur|k€|k ?eur|[$€£]k|[$€£]0?000s?)(?:$|[\s)\]])`,
);
const millions = new RegExp(
  String.raw`\bin (?:${currency})? ?millions?\b|[([](?:${currency})? ?(?:mm|millions?|mio\.?)(?: ?(?:${currency}))?[)\]]|(?:^|[\s([])(?:[$€£]mm?|mio\.? ?(?:${currency}))(?:$|[\s)\]])`,
);

/** A column whose name states a unit, as the field holds it. None if the field has another unit, or if a cell does. */
export function inUnitOf(
  target: MappingTarget,
  column: MappedColumn,
  values: readonly string[],
): readonly MappedColumn[] {
  const header = column.from.flat().join(' ');
  if (hasOtherUnit(header, target)) return [];
  const factor = headerFactor(header);
  if (factor === 1 || !column.transform?.some(isNumber)) return [column];
  return values.some((value) => ownScale.test(value)) ? [] : [multiplied(column, factor)];
}

/** A number with a word for its size, such as `850k`. */
const ownScale = new RegExp(String.raw`\d\s*(?:${Object.keys(numberScales).join('|')})(?!\p{L})`, 'iu');

/** Whether a name states another unit than the one of its field: `Area (m²)` is no area in square feet. */
function hasOtherUnit(header: string, target: MappingTarget): boolean {
  if (target.kind !== 'field' || !['amount', 'cents', 'count'].includes(target.field.kind)) return false;
  return perUnit.test(header) || (target.asked === 'square_feet' && otherAreas.test(header));
}

const otherAreas =
  /m²|\b(?:m2|sq\.? ?m(?:et(?:er|re)s?)?|sqm|square (?:m|met(?:er|re)s?|yards?|miles?)|qm|acres?|hectares?|ha|sy|sq\.? ?y(?:ar)?ds?|lf|lin(?:ear)?\.? f(?:ee|oo)?t)\b/i;
const perUnit = /[$€£%] ?\/ ?\w|[([]%|\bper (?:sq|sf|s\.f|unit|m)/i;

const multiplied = (column: MappedColumn, factor: number): MappedColumn => ({
  ...column,
  transform: (column.transform ?? []).map((step) =>
    isNumber(step) ? { number: { ...step.number, times: (step.number.times ?? 1) * factor } } : step,
  ),
});

const isNumber = (step: Transform): step is { readonly number: NumberForm } =>
  typeof step === 'object' && 'number' in step;
