import type { MappedColumn, NumberForm, Transform } from '../../../resources/transfer/mapping.ts';
import type { MappingTarget } from '../../../resources/transfer/targets.ts';
import { numberScales } from '../../../resources/transfer/words/value-words.ts';

/** The factor that the name of a column states: `Est. Value ($000)` holds thousands. 1 if it states none. */
export function headerFactor(header: string): number {
  const hint = header.toLowerCase();
  return factors.find(([pattern]) => pattern.test(hint))?.[1] ?? 1;
}

const currency = '(?:us)?[$€£]|usd|eur|gbp|cad';
const area = String.raw`g?r?sf|sq\.? ?f(?:ee|oo)?t\.?|square f(?:ee|oo)t`;
const unit = `${currency}|${area}`;
const thousands = new RegExp(
  String.raw`(?:\bin |\bx ?|[×*] ?)(?:${currency})? ?(?:thousands?|1[,.']?000)\b|[([](?:${unit})? ?(?:[x×*] ?)?(?:'?000s?|1[,.']?000s?|k|thousands?|tsd\.?)(?: ?(?:${unit}))?[)\]]|(?:^|[\s([])(?:t€|t ?eur|k€|k ?eur|[$€£]k|[$€£]0?000s?)(?:$|[\s)\]])|\bksf\b|\b1[,.']?000 ?(?:${area})(?!\p{L})`,
  'u',
);
const millions = new RegExp(
  String.raw`\bin (?:${currency})? ?(?:millions?|mil{1,2}\b|mio\b|mln\b)|[([](?:${currency})? ?(?:mm?|millions?|mil{1,2}\.?|mio\.?|mln\.?)(?: ?(?:${currency}))?[)\]]|(?:^|[\s([])(?:[$€£]mm?|mio\.? ?(?:${currency}))(?:$|[\s)\]])`,
);
const hundreds = new RegExp(
  String.raw`\bin (?:${currency})? ?hundreds?\b|[([](?:${unit})? ?(?:[x×*] ?)?(?:hundreds?|'?00s|100s?)(?: ?(?:${unit}))?[)\]]`,
);
const factors: readonly (readonly [RegExp, number])[] = [
  [thousands, 1000],
  [millions, 1_000_000],
  [hundreds, 100],
];

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

/** Units of area other than square feet. `MSF` is thousands of square feet to some people, and millions to others. */
const otherAreas =
  /m²|\b(?:m2|sq\.? ?m(?:et(?:er|re)s?)?|sqm|square (?:m|met(?:er|re)s?|yards?|miles?)|qm|acres?|hectares?|ha|sy|sq\.? ?y(?:ar)?ds?|lf|lin(?:ear)?\.? f(?:ee|oo)?t|msf|m ?sq\.? ?ft)\b|[([]m[)\]]/i;
const perUnit = /[$€£%] ?\/ ?\w|[([]%|\bper (?:sq|sf|s\.f|unit|m)/i;

const multiplied = (column: MappedColumn, factor: number): MappedColumn => ({
  ...column,
  transform: (column.transform ?? []).map((step) =>
    isNumber(step) ? { number: { ...step.number, times: (step.number.times ?? 1) * factor } } : step,
  ),
});

const isNumber = (step: Transform): step is { readonly number: NumberForm } =>
  typeof step === 'object' && 'number' in step;
