import type { FieldKind } from '../../../resources/fields.ts';
import type { CustomFieldType } from '../../../resources/vocabulary/choices.ts';
import { resourceOf } from '../../../resources/index.ts';
import { blankWords } from '../../../resources/transfer/words/value-words.ts';
import type { MappingTarget } from '../../../resources/transfer/targets.ts';
import { isDash } from '../report-labels.ts';
import { isBlankWord } from './samples.ts';

/**
 * The words that a column holds in place of a value. Of a date, a number, a choice or the entry of a list, none of them
 * can be one, so all are blank, also those that only later rows have. Other columns have them if their samples show one.
 * Of a stage, only dashes are blank: `Pending` is one to many.
 */
export function blankWordsFor(
  target: MappingTarget,
  { values, isExport }: { readonly values: readonly string[]; readonly isExport: boolean },
  isValue: (word: string) => boolean,
): readonly string[] {
  if (isStage(target)) return values.some(isDash) ? blankWords.filter(isDash) : [];
  const isShown = values.some(isBlankWord);
  const isWanted = isShown ? isClosed(target) || isNamed(target) : isClosed(target) && !isExport;
  return isWanted ? blankWords.filter((word) => !isValue(word)) : [];
}

/** Whether a word such as `TBD` cannot be a value. */
function isClosed(target: MappingTarget): boolean {
  if (target.kind === 'reference') return resourceOf(target.field.to).kept === 'directory';
  if (target.kind === 'field') return closedKinds.includes(target.field.kind);
  return target.kind === 'custom' && closedTypes.includes(target.custom.field_type as CustomFieldType);
}

const closedKinds: readonly FieldKind[] = [
  ...(['date', 'date_time', 'amount', 'cents', 'count', 'fraction', 'boolean', 'choice', 'entry_key'] as const),
];

const closedTypes: readonly CustomFieldType[] = ['date', 'number', 'currency', 'boolean', 'select', 'user'];

const isStage = (target: MappingTarget): boolean => target.kind === 'reference' && target.field.to === 'project_stages';

/** Whether the words would name a record, be the number of one, or an address to write to. */
const isNamed = (target: MappingTarget): boolean =>
  target.kind === 'reference' ||
  (target.kind === 'field' && (told.includes(target.asked) || ['email', 'url'].includes(target.field.kind)));

/** Texts that identify a record, or by which somebody is reached. */
const told: readonly string[] = [
  ...['external_id', 'project_number', 'phone', 'office_phone', 'mobile_phone', 'website', 'job_title'],
];
