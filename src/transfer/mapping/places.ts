import { dayBeside } from '../../resources/transfer/mapping.ts';
import type { ReferenceRule } from '../../resources/transfer/mapping.ts';
import { customConverterOf } from './reading-text/custom-values.ts';
import { type DraftRow, draftReference, nested } from './draft-row.ts';
import { isDayAlone } from './reading-text/moments.ts';
import { isBlank, type ReadingStep, textOf } from './reading-text/steps.ts';
import { withoutInvisible } from '../../resources/vocabulary/invisible.ts';
import type { MappingTarget, MappingTargets } from '../../resources/transfer/targets.ts';
import { asDay, asId, asListOf, converterOf, type ReadingContext } from './reading-text/values.ts';

/** How a value gets into a row: its conversion, and where it stands there. */
export interface RowPlace {
  readonly convert: ReadingStep;
  readonly put: (row: DraftRow, value: unknown) => void;
}

export interface PlaceContext extends ReadingContext {
  readonly targets: MappingTargets;
  readonly ruleOf: (reference: string) => ReferenceRule;
}

/** The place of a target. */
export function placeOf(target: MappingTarget, context: PlaceContext): RowPlace {
  switch (target.kind) {
    case 'id':
      return { convert: asId, put: (row, value) => void (row.id = value as string | null) };
    case 'field':
      return ofField(target, context);
    case 'address':
      return {
        convert: converterOf(target.field, context),
        put: (row, value) => void (nested(row.fields, target.asked)[target.part] = value),
      };
    case 'custom':
      return {
        convert: customConverterOf(target.custom, context),
        put: (row, value) => void (nested(row.fields, 'custom_fields')[target.custom.api_name] = value),
      };
    case 'reference':
      return ofReference(target, context);
    case 'part':
      return ofPart(target, context);
  }
}

function ofField(target: Extract<MappingTarget, { kind: 'field' }>, context: PlaceContext): RowPlace {
  const { asked, field } = target;
  const convert = converterOf(field, context);
  const day = dayBeside[asked];
  if (day !== undefined && context.targets.has(day)) return ofInstant({ asked, day }, convert, context);
  // Several columns can fill an object: an address as a whole and its constant parts.
  if (field.kind === 'address' || field.kind === 'custom_fields')
    return {
      convert,
      put: (row, value) =>
        void (row.fields[asked] = value === null ? null : { ...nested(row.fields, asked), ...(value as object) }),
    };
  return { convert, put: (row, value) => void (row.fields[asked] = value) };
}

/** A day without a time fills the field of the day, unless that is filled already. */
function ofInstant(
  { asked, day }: { asked: string; day: string },
  convert: ReadingStep,
  { timeZone }: PlaceContext,
): RowPlace {
  const asDate = asDay(timeZone);
  return {
    convert: (value) => (typeof value === 'string' && isDayAlone(value) ? asDate(value) : convert(value)),
    put: (row, value) => {
      if (typeof value === 'string' && isDayAlone(value)) row.fields[day] ??= value;
      else row.fields[asked] = value;
    },
  };
}

/**
 * A record as a JSON object is named by its own value: `{"id": "7", "name": "Acme"}` by `name`. Names that look the
 * same are the same.
 */
const valueBy =
  (by: string): ReadingStep =>
  (value) => {
    const named =
      typeof value === 'object' && value !== null ? ((value as Readonly<Record<string, unknown>>)[by] ?? value) : value;
    if (by === 'id') return asId(named);
    const text = textOf(named);
    return typeof text === 'string' ? withoutInvisible(text) : text;
  };

function ofReference(
  { name, field }: Extract<MappingTarget, { kind: 'reference' }>,
  { ruleOf }: PlaceContext,
): RowPlace {
  const one = valueBy(ruleOf(name).by);
  return {
    convert: field.kind === 'references' ? asListOf(one) : one,
    put: (row, value) => void (draftReference(row, name).value = value as string | readonly string[] | null),
  };
}

function ofPart({ name, part, of }: Extract<MappingTarget, { kind: 'part' }>, context: PlaceContext): RowPlace {
  const { by } = context.ruleOf(name);
  if (part === by) {
    return {
      convert: valueBy(by),
      put: (row, value) => void (draftReference(row, name).value = value as string | null),
    };
  }
  return {
    convert: of.kind === 'field' || of.kind === 'address' ? converterOf(of.field, context) : asId,
    put: (row, value) => {
      if (isBlank(value)) return;
      const { parts } = draftReference(row, name);
      if (of.kind === 'address') nested(parts, of.asked)[of.part] = value;
      else parts[part] = value;
    },
  };
}
