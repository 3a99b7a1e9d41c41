import { dayBeside } from '../../resources/transfer/transforms.ts';
import type { ReferenceRule } from '../../resources/transfer/mapping.ts';
import { customConverterOf } from './reading-text/custom-values.ts';
import { type DraftRow, draftReference, nested } from './draft-row.ts';
import { isDayAlone } from './reading-text/moments.ts';
import { isBlank, type Step, textOf } from './reading-text/steps.ts';
import type { Target, Targets } from './targets.ts';
import { asDay, asId, asListOf, converterOf, type Surroundings } from './reading-text/values.ts';

/** How a value gets into a row: its conversion, and where it stands there. */
export interface Place {
  readonly convert: Step;
  readonly put: (row: DraftRow, value: unknown) => void;
}

export interface PlaceContext extends Surroundings {
  readonly targets: Targets;
  readonly ruleOf: (reference: string) => ReferenceRule;
}

/** The place of a target. */
export function placeOf(target: Target, context: PlaceContext): Place {
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

function ofField(target: Extract<Target, { kind: 'field' }>, context: PlaceContext): Place {
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
function ofInstant({ asked, day }: { asked: string; day: string }, convert: Step, { timeZone }: PlaceContext): Place {
  const asDate = asDay(timeZone);
  return {
    convert: (value) => (typeof value === 'string' && isDayAlone(value) ? asDate(value) : convert(value)),
    put: (row, value) => {
      if (typeof value === 'string' && isDayAlone(value)) row.fields[day] ??= value;
      else row.fields[asked] = value;
    },
  };
}

/** A record as a JSON object is named by its own value: `{"id": "7", "name": "Acme"}` by `name`. */
const valueBy =
  (by: string): Step =>
  (value) => {
    const named =
      typeof value === 'object' && value !== null ? ((value as Readonly<Record<string, unknown>>)[by] ?? value) : value;
    return by === 'id' ? asId(named) : textOf(named);
  };

function ofReference({ name, field }: Extract<Target, { kind: 'reference' }>, { ruleOf }: PlaceContext): Place {
  const one = valueBy(ruleOf(name).by);
  return {
    convert: field.kind === 'references' ? asListOf(one) : one,
    put: (row, value) => void (draftReference(row, name).value = value as string | readonly string[] | null),
  };
}

function ofPart({ name, part, of }: Extract<Target, { kind: 'part' }>, context: PlaceContext): Place {
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
