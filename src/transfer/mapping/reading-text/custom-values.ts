import type { CustomFieldType } from '../../../resources/vocabulary/choices.ts';
import { customFieldTypes } from '../../../resources/vocabulary/choices.ts';
import { foldCase, foldName } from './folding.ts';
import type { ListEntry } from '../scope.ts';
import type { MappableCustomField } from '../../../resources/transfer/targets.ts';
import { onText, type ReadingStep, textOf } from './steps.ts';
import { remembered } from './remembered.ts';
import { isUnfit, unfit } from './unfit.ts';
import { asBoolean, asDay, asId, asListOf, asNumber, asRounded, asWebAddress, type ReadingContext } from './values.ts';

/** The conversion of a value that is not blank to the type of a custom field. */
export function customConverterOf(custom: MappableCustomField, surroundings: ReadingContext): ReadingStep {
  const type = customFieldTypes.find((known) => known === custom.field_type) ?? 'text';
  return converters[type](custom, surroundings);
}

type Converter = (custom: MappableCustomField, surroundings: ReadingContext) => ReadingStep;

/** An option by its text, without regard to case. */
function asOption({ options }: MappableCustomField): ReadingStep {
  const known = new Map(options.map((option) => [foldName(option), option]));
  const expected = unfit('one of the options of the field', 'not_allowed');
  const find = remembered((text) => (options.includes(text) ? text : (known.get(foldName(text)) ?? expected)));
  return onText(find);
}

/** The id of a user, who may be named by e-mail or name. A name that several users have is none. */
function asUser(users: readonly ListEntry[]): ReadingStep {
  const named = new Map<string, Set<string>>();
  for (const { id, name, email } of users) {
    for (const word of [foldName(name ?? ''), foldCase(email ?? '')])
      named.set(word, (named.get(word) ?? new Set()).add(id));
  }
  const expected = unfit('the e-mail address, the name or the id of a user', 'not_allowed');
  return onText(
    remembered((text) => {
      const [found, another] = named.get(foldCase(text)) ?? named.get(foldName(text)) ?? [];
      if (found !== undefined) return another === undefined ? found : expected;
      return isUnfit(asId(text)) ? expected : text;
    }),
  );
}

const converters: Record<CustomFieldType, Converter> = {
  text: () => textOf,
  long_text: () => textOf,
  number: () => asNumber,
  currency: () => asRounded(2),
  date: (_, { timeZone }) => asDay(timeZone),
  boolean: () => asBoolean,
  select: asOption,
  multi_select: (custom) => asListOf(asOption(custom)),
  url: () => asWebAddress,
  user: (_, { entriesOf }) => asUser(entriesOf('users')),
};
