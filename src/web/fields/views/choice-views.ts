import { resourceOf } from '../../../resources/index.ts';
import { entriesOf, type Entry, nameOf } from '../../data/directory.ts';
import type { Option } from '../../parts/picker/picker.tsx';
import type { FieldContext, FieldView } from '../field-view.ts';
import { choiceName, yesOrNo } from '../../../resources/labels.ts';

/** The option that clears a field. */
const none: Option = { key: '', name: 'None' };

const withNone = ({ field }: FieldContext, options: readonly Option[]): readonly Option[] =>
  field.required || field.filled ? options : [...options, none];

const orNull = (key: string): string | null => (key === '' ? null : key);

export const boolean: FieldView = {
  show: (value) => (typeof value === 'boolean' ? yesOrNo(value) : null),
  edit: {
    by: 'pick',
    options: (value, context) =>
      withNone(context, [
        { key: 'true', name: 'Yes', isCurrent: value === true },
        { key: 'false', name: 'No', isCurrent: value === false },
      ]),
    send: (key) => (key === '' ? null : key === 'true'),
  },
};

export const choice: FieldView = {
  show: (value) => (typeof value === 'string' ? choiceName(value) : null),
  edit: {
    by: 'pick',
    options: (value, context) => {
      const values = context.field.kind === 'choice' ? context.field.values : [];
      return withNone(
        context,
        values.map((one) => ({ key: one, name: choiceName(one), isCurrent: one === value })),
      );
    },
    send: orNull,
  },
};

export const entryKey: FieldView = {
  show: (value, { field, directory }) => {
    if (typeof value !== 'string' || field.kind !== 'entry_key') return null;
    const entry = entriesOf(directory, field.of).find(({ key }) => key === value);
    return entry ? nameOf(entry) : choiceName(value);
  },
  edit: {
    by: 'pick',
    options: (value, context) => {
      const entries = context.field.kind === 'entry_key' ? entriesOf(context.directory, context.field.of) : [];
      return withNone(
        context,
        entries.map((entry) => ({ key: entry.key ?? '', name: nameOf(entry), isCurrent: entry.key === value })),
      );
    },
    send: orNull,
  },
};

/** A reference to an entry of the directory is picked; one to a large list is looked up. */
const referenceView: FieldView = {
  show: (value) => {
    const record = value as Entry | null;
    return record === null ? null : nameOf(record);
  },
};

export const reference: FieldView = {
  ...referenceView,
  edit: {
    by: 'pick',
    options: (value, context) => {
      const { field, directory } = context;
      const entries = field.kind === 'reference' ? entriesOf(directory, field.to) : [];
      const current = (value as Entry | null)?.id;
      return withNone(
        context,
        entries.map((entry) => ({ key: entry.id, name: nameOf(entry), isCurrent: entry.id === current })),
      );
    },
    send: orNull,
  },
};

/** The records that have a page of their own. */
const withPage = ['companies', 'contacts', 'leads', 'projects'];

export const lookedUp: FieldView = {
  ...referenceView,
  href: (value, { field }) => {
    const record = value as Entry | null;
    return record !== null && field.kind === 'reference' && withPage.includes(field.to)
      ? `/${field.to}/${record.id}`
      : null;
  },
  edit: { by: 'look_up' },
};

/** Whether a reference names a record of a large list, which the page looks up. */
export const isLarge = (plural: string): boolean => resourceOf(plural).kept === 'table';

/** The parts of a record, which have operations of their own. */
export const parts: FieldView = {
  show: (value) => {
    const names = ((value ?? []) as readonly Entry[]).map(nameOf);
    return names.length === 0 ? null : names.join(', ');
  },
};

export const references: FieldView = {
  ...parts,
  edit: {
    by: 'several',
    options: (value, { field, directory }) => {
      const chosen = new Set(((value ?? []) as readonly Entry[]).map(({ id }) => id));
      const entries = field.kind === 'references' ? entriesOf(directory, field.to) : [];
      return entries.map((entry) => ({ key: entry.id, name: nameOf(entry), isCurrent: chosen.has(entry.id) }));
    },
  },
};

/** References to several records of a large list. */
export const lookedUpSeveral: FieldView = { ...parts, edit: { by: 'look_up', isSeveral: true } };

/** Several texts of a closed set. */
export const severalTexts = (values: readonly string[]): FieldView => ({
  show: (value) => ((value ?? []) as readonly string[]).join(', ') || null,
  edit: {
    by: 'several',
    options: (value) => {
      const chosen = (value ?? []) as readonly string[];
      // A value stays as it is when the set no longer has it.
      return [...new Set([...values, ...chosen])].map((one) => ({
        key: one,
        name: one,
        isCurrent: chosen.includes(one),
      }));
    },
  },
});

/** One text of a closed set, as it is written there. */
export const oneText = (values: readonly string[]): FieldView => ({
  show: (value) => (typeof value === 'string' ? value : null),
  edit: {
    by: 'pick',
    options: (value, context) =>
      withNone(
        context,
        values.map((one) => ({ key: one, name: one, isCurrent: one === value })),
      ),
    send: orNull,
  },
});

/** A user by id. */
export const userId: FieldView = {
  show: (value, { directory }) => {
    const user = entriesOf(directory, 'users').find(({ id }) => id === value);
    return user ? nameOf(user) : null;
  },
  edit: {
    by: 'pick',
    options: (value, context) =>
      withNone(
        context,
        entriesOf(context.directory, 'users').map((user) => ({
          key: user.id,
          name: nameOf(user),
          isCurrent: user.id === value,
        })),
      ),
    send: orNull,
  },
};
