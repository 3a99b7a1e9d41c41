import type { Schemas } from '../../../client/operations.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useContext, useEffect, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { sendRequest } from '../../data/api.ts';
import { useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Section } from '../../parts/section/section.tsx';
import style from './history.module.css';
import { rawLabel, rawText, type RawValue, sourcesInWords, useRawNames } from '../value-in-words.ts';
import { Past } from '../past.ts';
import type { LoadedRecord } from '../record-query.ts';
import { numberedPagesQuery } from '../../queries/paged-query.ts';

type Change = Schemas['Change'];

const perPage = 20;

interface Props {
  readonly resource: Resource;
  readonly shown: LoadedRecord;
}

/** The changes of a record as sentences, the latest first. In the past, those that were made by then. */
export function History({ resource, shown: { record } }: Props) {
  const formats = useFormats();
  const directory = useDirectory();
  const { changes, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useChanges(resource, record);
  const [only, setOnly] = useState('');
  const names = useRawNames(resource, changes.flatMap(valuesOf));
  const text = (raw: RawValue): string => rawText(resource, raw, { formats, directory, names });
  const shown = only === '' ? changes : changes.filter(({ fields }) => only in fields);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <Section title="History">
      <FieldChoice
        names={[...new Set(changes.flatMap(({ fields }) => Object.keys(fields)))]}
        labelOf={(name) => rawLabel(resource, name, directory)}
        value={only}
        onChange={setOnly}
      />
      <ol className={style.changes}>
        {shown.map((change) => (
          <li key={change.id}>
            <p>
              <strong>{change.user.name ?? change.user.email}</strong> {actions[change.action]}{' '}
              <time dateTime={change.at} className="quiet">
                {formats.moment(change.at)}
                {change.source === 'ui' ? '' : ` · ${sourcesInWords[change.source] ?? change.source}`}
              </time>
            </p>
            <ul className={style.fields}>
              {Object.entries(change.fields)
                .filter(([name]) => only === '' || name === only)
                .map(([name, { from, to }]) => (
                  <li key={name}>
                    {rawLabel(resource, name, directory)}: <del>{text({ name, value: from })}</del> →{' '}
                    {text({ name, value: to })}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </Section>
  );
}

/** Reads the changes page by page. In the past, it passes over the pages that have only later changes. */
function useChanges({ plural }: Resource, { id, updated_at: changedAt }: LoadedRecord['record']) {
  const isPast = useContext(Past) !== null;
  const { data, ...answer } = useInfiniteQuery(
    numberedPagesQuery([plural, id, 'history'], async (page, signal) => {
      const path = `/${plural}/${id}/history`;
      const query = { per_page: perPage, page };
      const { body, next } = await sendRequest<{ changes: readonly Change[] }>({ path, query, signal });
      return { changes: body.changes, hasNext: next !== null };
    }),
  );
  const all = data?.pages.flatMap((page) => page.changes) ?? [];
  const changes = isPast ? all.filter(({ at }) => at <= String(changedAt)) : all;
  const { hasNextPage, isFetching, isError, fetchNextPage } = answer;
  const isBefore = isPast && changes.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isBefore) void fetchNextPage();
  }, [isBefore, fetchNextPage]);
  return { ...answer, changes };
}

const valuesOf = ({ fields }: Change): readonly RawValue[] =>
  Object.entries(fields).flatMap(([name, { from, to }]) => [
    { name, value: from },
    { name, value: to },
  ]);

interface FieldChoiceProps {
  readonly names: readonly string[];
  readonly labelOf: (name: string) => string;
  /** The field whose changes show; empty for all. */
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Chooses the field whose changes show, once there are enough of them. */
const FieldChoice = ({ names, labelOf, value, onChange }: FieldChoiceProps) =>
  names.length > 3 && (
    <select
      aria-label="Changes of"
      className={style.choice}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All fields</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {labelOf(name)}
        </option>
      ))}
    </select>
  );

const actions: Readonly<Record<Change['action'], string>> = {
  create: 'created it',
  update: 'changed it',
  delete: 'deleted it',
  restore: 'restored it',
};
