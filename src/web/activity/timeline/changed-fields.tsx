import { resourceOf } from '../../../resources/index.ts';
import { useViewContext } from '../../fields/use-view-context.ts';
import { rawLabel, rawText, type RawValue, useRawNames } from '../../record/value-in-words.ts';
import type { TimelineEntry } from './entry.ts';
import style from './timeline.module.css';

interface Props {
  readonly fields: NonNullable<TimelineEntry['change']>['fields'];
  /** The kind of the record that changed. */
  readonly plural: string;
}

/** The important fields of a change, each with its value before and after. */
export function ChangedFields({ fields, plural }: Props) {
  const resource = resourceOf(plural);
  const context = useViewContext();
  const values = Object.entries(fields).flatMap(([name, { from, to }]): RawValue[] => [
    { name, value: from },
    { name, value: to },
  ]);
  const names = useRawNames(resource, values);
  const text = (raw: RawValue): string => rawText(resource, raw, { ...context, names });
  return (
    <ul className={style.fields}>
      {Object.entries(fields).map(([name, { from, to }]) => (
        <li key={name}>
          {rawLabel(resource, name, context.directory)}: <del>{text({ name, value: from })}</del> →{' '}
          {text({ name, value: to })}
        </li>
      ))}
    </ul>
  );
}
