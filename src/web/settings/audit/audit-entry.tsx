import { Link } from '@tanstack/react-router';
import { useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { nameOf } from '../../data/directory.ts';
import { labelOf } from '../../../resources/labels.ts';
import { hasPage } from '../../record/has-page.ts';
import { rawText, sourcesInWords } from '../../record/value-in-words.ts';
import type { AuditLogEntry, RecordNames } from './audit-query.ts';
import style from './audit.module.css';
import { changeInWords } from './change-in-words.ts';
import { kindOf } from './kinds.ts';
import { useViewContext } from '../../fields/use-view-context.ts';

interface Props {
  readonly change: AuditLogEntry;
  readonly names: RecordNames;
}

/** A change as a sentence, with the fields that changed. */
export function AuditEntry({ change, names }: Props) {
  const { moment } = useFormats();
  const { at, resource, record_id: id, user, via, source } = change;
  const { done, name } = changeInWords(change, names, useDirectory());
  return (
    <li className={style.entry}>
      <p>
        <strong>{nameOf(user)}</strong> {done}{' '}
        {name !== null &&
          (hasPage(resource) ? (
            <Link to={`/${resource}/${id}` as never} className="link">
              {name}
            </Link>
          ) : (
            <span className={style.name}>{name}</span>
          ))}
      </p>
      <p className="quiet">
        <time dateTime={at}>{moment(at)}</time>
        {source === 'ui' ? '' : ` · ${sourcesInWords[source] ?? source}`}
        {via && ` · with the token of ${nameOf(via)}`}
      </p>
      <Fields change={change} />
    </li>
  );
}

/** More fields than this are shown on request. */
const mostAtOnce = 6;

function Fields({ change: { resource, action, fields } }: Pick<Props, 'change'>) {
  const context = useViewContext();
  const entries = Object.entries(fields);
  const kind = kindOf(resource) ?? { plural: resource, fields: {} };
  if (entries.length === 0 || resource === 'sessions') return null;
  const list = (
    <ul className={style.fields}>
      {entries.map(([field, { from, to }]) => (
        <li key={field}>
          {labelOf(field.replace(/_id$/, ''), resource)}:{' '}
          {from !== null && (
            <>
              <del>{rawText(kind, { name: field, value: from }, context)}</del> →{' '}
            </>
          )}
          {rawText(kind, { name: field, value: to }, context)}
        </li>
      ))}
    </ul>
  );
  if (action === 'update' && entries.length <= mostAtOnce) return list;
  return (
    <details>
      <summary className={style.summary}>{entries.length === 1 ? '1 field' : `${entries.length} fields`}</summary>
      {list}
    </details>
  );
}
