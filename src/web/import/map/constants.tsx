import { X } from '../../parts/icons/icons.tsx';
import { useState } from 'react';
import { resourceOf } from '../../../resources/index.ts';
import { joinedFields } from '../../create/form-fields.ts';
import { type FirmDirectory, entriesOf, nameOf, useDirectory } from '../../data/directory.ts';
import { nothing } from '../../data/formats.ts';
import type { PageField } from '../../fields/page-field.ts';
import { Button } from '../../parts/button/button.tsx';
import { Section } from '../../parts/section/section.tsx';
import { ConstantDialog } from './constant-dialog.tsx';
import type { MappingEditing } from './mapping/editing.ts';
import { Faults } from './faults.tsx';
import style from './map.module.css';
import { isFilled } from '../../../resources/transfer/within-columns.ts';
import { useViewContext } from '../../fields/use-view-context.ts';

/** The fields that are the same in each row. */
export function Constants({ editing }: { readonly editing: MappingEditing }) {
  const { item, mapping, change, faultsAt } = editing;
  const [isAdding, setAdding] = useState(false);
  const directory = useDirectory();
  const shapes = joinedFields(resourceOf(item.as), directory, 'create');
  const given = shapes.filter(({ path }) => constantAt(mapping.constants, path) !== undefined);
  const free = shapes.filter((shape) => !given.includes(shape) && !isFilled(mapping, shape.name.replace('/', '.')));
  return (
    <Section title="The same in each row">
      {given.length === 0 && <p className="quiet">Nothing yet. Set the stage of all rows here, for example.</p>}
      <ul>
        {given.map((shape) => (
          <Constant
            key={shape.path}
            shape={shape}
            value={constantAt(mapping.constants, shape.path)}
            onRemove={() => change({ ...mapping, constants: without(mapping.constants, shape) })}
          />
        ))}
      </ul>
      <Faults faults={faultsAt('/constants')} />
      <Button onClick={() => setAdding(true)}>Set a field</Button>
      {isAdding && (
        <ConstantDialog
          fields={free}
          onSet={(values) => change({ ...mapping, constants: merged(mapping.constants, values) })}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

type Values = Readonly<Record<string, unknown>>;

function constantAt(constants: Values, path: string): unknown {
  const [key = '', inner] = path.split('/');
  const value = constants[key];
  return inner === undefined ? value : (value as Values | undefined)?.[inner];
}

/** Without the value of a field, and without its time of day. */
function without(constants: Values, { path, timePath }: PageField): Values {
  const [key = '', inner] = path.split('/');
  const { [key]: removed, [timePath ?? '']: _, ...rest } = constants;
  if (inner === undefined) return rest;
  const { [inner]: __, ...others } = removed as Values;
  return Object.keys(others).length > 0 ? { ...rest, [key]: others } : rest;
}

const merged = (constants: Values, values: Values): Values => ({
  ...constants,
  ...values,
  ...('custom_fields' in values
    ? {
        custom_fields: {
          ...(constants['custom_fields'] as Values | undefined),
          ...(values['custom_fields'] as Values),
        },
      }
    : {}),
});

interface ConstantProps {
  readonly shape: PageField;
  readonly value: unknown;
  readonly onRemove: () => void;
}

function Constant({ shape, value, onRemove }: ConstantProps) {
  const context = { field: shape.field, ...useViewContext() };
  const shown = shape.view.show(shownValue(shape, value, context.directory), context);
  return (
    <li className={style.constant}>
      <span className="label">{shape.label}</span> <span dir="auto">{shown ?? nothing}</span>
      <Button look="bare" aria-label={`Remove ${shape.label}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  );
}

/** A request names a record by its id; a view shows the record. */
function shownValue({ field }: PageField, value: unknown, directory: FirmDirectory): unknown {
  if (field.kind !== 'reference' && field.kind !== 'references') return value;
  const found = [value].flat().map((id) => {
    const entry = entriesOf(directory, field.to).find((one) => one.id === id);
    return { id, name: entry ? nameOf(entry) : `No. ${String(id)}` };
  });
  return field.kind === 'references' ? found : found[0];
}
