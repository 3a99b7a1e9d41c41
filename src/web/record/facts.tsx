import { type ReactNode, useState } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { labelOf } from '../../resources/labels.ts';
import { customFieldsOf, type PageField } from '../fields/page-field.ts';
import { useViewContext } from '../fields/use-view-context.ts';
import { Button } from '../parts/button/button.tsx';
import { ChevronDown, ChevronRight } from '../parts/icons/screen-icons.tsx';
import { Section } from '../parts/section/section.tsx';
import { declaredFields } from './declared-fields.ts';
import { Fact, isEmptyFact } from './fact.tsx';
import style from './facts.module.css';
import { useCanChange } from './past.ts';
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

/** So many empty fields stay among the others: to fold them would save no room. */
const fewEmpty = 3;

/** Somebody who opens a record without a person gives it to one. */
const kept = ['assigned_to'];

/**
 * All fields of a record. Those that no section names come last, so that a new field shows by itself. Empty ones are
 * folded at the end.
 */
export function Facts({ resource, shown, sections, elsewhere = [], wordsOf }: Props) {
  const canWrite = useCanChange();
  const context = useViewContext();
  const fields = declaredFields(resource);
  const named = new Set([...sections.flatMap(([, names]) => names), ...elsewhere, 'custom_fields']);
  const others = [...fields.keys()].filter((name) => !named.has(name));
  const inFields = ([heading, names]: Sections[number]) =>
    [heading, names.filter((name) => !elsewhere.includes(name)).map((name) => fieldNamed(fields, name))] as const;
  const all: (readonly [string, readonly PageField[]])[] = [
    ...sections.slice(0, -1).map(inFields),
    ['Your firm’s fields', customFieldsOf(resource, context.directory)],
    ...sections.slice(-1).map(inFields),
    ['More', others.map((name) => fieldNamed(fields, name))],
  ];
  const isEmpty = (field: PageField): boolean => isEmptyFact(field, shown.record, context);
  const [isOpen, setOpen] = useState(false);
  const filled = useSeenFilled(
    all.flatMap(([, those]) => those).filter((field) => !isEmpty(field)),
    isOpen,
  );
  const empty = all.flatMap(([, those]) => those).filter(({ name }) => !filled.has(name) && !kept.includes(name));
  const isFolding = empty.length > fewEmpty;
  const fact = (field: PageField) => (
    <Fact
      key={field.name}
      shape={field}
      record={shown.record}
      plural={resource.plural}
      canWrite={canWrite}
      onChange={(change) => changeRecord(resource, shown, { ...change, said: wordsOf?.(change) ?? undefined })}
    />
  );
  return (
    <>
      {all
        .map(([heading, those]) => [heading, those.filter((one) => !isFolding || !empty.includes(one))] as const)
        .filter(([, those]) => those.length > 0)
        .map(([heading, those]) => (
          <Section key={heading} className={style.section} title={heading}>
            <dl className={style.facts}>{those.map(fact)}</dl>
          </Section>
        ))}
      {isFolding && (
        <EmptyFields count={empty.length} isOpen={isOpen} onOpen={setOpen}>
          {empty.map(fact)}
        </EmptyFields>
      )}
    </>
  );
}

/**
 * The names of the fields that have had a value while the record is shown: a cleared one keeps its place, and one that
 * gets its value among the empty ones keeps that until they are folded.
 */
function useSeenFilled(filled: readonly PageField[], isUnfolded: boolean): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const added = filled.filter(({ name }) => !seen.has(name));
  if (added.length === 0 || isUnfolded) return seen;
  const all = new Set([...seen, ...added.map(({ name }) => name)]);
  setSeen(all);
  return all;
}

interface EmptyProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** The fields without a value, which a press shows. */
function EmptyFields({ count, isOpen, onOpen, children }: EmptyProps) {
  return (
    <section aria-label="Empty fields" className={style.section}>
      <Button look="bare" aria-expanded={isOpen} className={style.fold ?? ''} onClick={() => onOpen(!isOpen)}>
        {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        {count} empty fields
      </Button>
      {isOpen && <dl className={style.facts}>{children}</dl>}
    </section>
  );
}

function fieldNamed(fields: ReadonlyMap<string, PageField>, name: string): PageField {
  const field = fields.get(name);
  if (!field) throw new Error(`${labelOf(name)} is no field of the record`);
  return field;
}
