import { resourceOf } from '../../../resources/index.ts';
import { oneOf, words } from '../../../resources/in-words.ts';
import { defaultRuleOf, type ReferenceRule } from '../../../resources/transfer/mapping.ts';
import { Choice } from '../../parts/field/choice.tsx';
import type { MappingEditing } from './mapping/editing.ts';
import { Faults } from './faults.tsx';
import style from './map.module.css';

interface Props {
  readonly editing: MappingEditing;
  /** The name of the reference: `company`. */
  readonly name: string;
}

const keys: readonly (readonly [ReferenceRule['by'], string])[] = [
  ['name', 'its name'],
  ['email', 'its e-mail address'],
  ['external_id', 'its external id'],
  ['id', 'its id'],
];

/** The families whose records an import often makes. */
const made = ['companies', 'contacts', 'projects', 'task_lists'];

/** How the record that a row refers to is found, and what happens if there is none. */
export function ReferenceFields({ editing, name }: Props) {
  const { mapping, targets, change, faultsAt } = editing;
  const field = targets.get(name)?.field;
  if (field?.kind !== 'reference' && field?.kind !== 'references') return null;
  const resource = resourceOf(field.to);
  const rule = mapping.references[name] ?? defaultRuleOf(field.to);
  const become = (next: Partial<ReferenceRule>): void =>
    change({ ...mapping, references: { ...mapping.references, [name]: { ...rule, ...next } } });
  const missing: [ReferenceRule['missing'], string][] = [
    ...(made.includes(field.to) || rule.missing === 'create'
      ? [['create', 'create it'] as [ReferenceRule['missing'], string]]
      : []),
    ['empty', 'leave it empty'],
    ['reject', 'reject the row'],
  ];
  return (
    <div className={style.reference}>
      <Choice
        name={`Find the ${words(resource)} by`}
        className={style.choice}
        value={rule.by}
        options={keys.filter(([key]) => key === 'id' || key in resource.fields)}
        onChange={(by) => become({ by: by as ReferenceRule['by'] })}
      />
      <Choice
        name={`Without such ${oneOf(resource)}`}
        className={style.choice}
        value={rule.missing}
        options={missing}
        onChange={(next) => become({ missing: next as ReferenceRule['missing'] })}
      />
      <Faults faults={faultsAt(`/references/${name}`)} />
    </div>
  );
}
