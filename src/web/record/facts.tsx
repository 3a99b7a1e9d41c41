import type { Resource } from '../../resources/resource.ts';
import { useDirectory } from '../data/directory.ts';
import { useSession } from '../data/session.ts';
import { labelOf } from '../fields/labels.ts';
import { customFieldsOf, pageField, type PageField, shownFields } from '../fields/page-field.ts';
import { joinTimes } from '../fields/timed-date.ts';
import { Section } from '../parts/section/section.tsx';
import { Fact } from './fact.tsx';
import style from './facts.module.css';
import { changeRecord, type FieldChange, type LoadedRecord } from './record-query.ts';

/** The fields of a record under headings, in order. The last heading tells of the record itself, such as its maker. */
export type Sections = readonly (readonly [heading: string, names: readonly string[]])[];

interface Props {
  readonly resource: Resource;
  readonly shown: LoadedRecord;
  readonly sections: Sections;
  /** Fields that the screen shows elsewhere. */
  readonly elsewhere?: readonly string[];
  /** The words of a toast about a change, if the facts themselves do not say enough. */
  readonly wordsOf?: (change: FieldChange) => string | null;
}

/** All fields of a record. Those that no section names come last, so that a new field shows by itself. */
export function Facts({ resource, shown, sections, elsewhere = [], wordsOf }: Props) {
  const canWrite = useSession().user.role !== 'viewer';
  const directory = useDirectory();
  const declared = joinTimes(shownFields(resource).map(([name, field]) => pageField(name, field, resource)));
  const fields = new Map(declared.map((field) => [field.name, field]));
  const named = new Set([...sections.flatMap(([, names]) => names), ...elsewhere, 'custom_fields']);
  const others = [...fields.keys()].filter((name) => !named.has(name));
  const inFields = ([heading, names]: Sections[number]) =>
    [heading, names.map((name) => fieldNamed(fields, name))] as const;
  const all: (readonly [string, readonly PageField[]])[] = [
    ...sections.slice(0, -1).map(inFields),
    ['Your firm’s fields', customFieldsOf(resource, directory)],
    ...sections.slice(-1).map(inFields),
    ['More', others.map((name) => fieldNamed(fields, name))],
  ];
  return all
    .filter(([, those]) => those.length > 0)
    .map(([heading, those]) => (
      <Section key={heading} className={style.section} title={heading}>
        <dl className={style.facts}>
          {those.map((field) => (
            <Fact
              key={field.name}
              shape={field}
              record={shown.record}
              plural={resource.plural}
              canWrite={canWrite}
              onChange={(change) => changeRecord(resource, shown, { ...change, said: wordsOf?.(change) ?? undefined })}
            />
          ))}
        </dl>
      </Section>
    ));
}

function fieldNamed(fields: ReadonlyMap<string, PageField>, name: string): PageField {
  const field = fields.get(name);
  if (!field) throw new Error(`${labelOf(name)} is no field of the record`);
  return field;
}
