import { Section } from '../../parts/section/section.tsx';
import { Chosen } from './chosen.tsx';
import type { MappingEditing } from './mapping/editing.ts';
import { Faults } from './faults.tsx';
import { isFilled } from '../../../resources/transfer/within-columns.ts';
import { targetLabel } from './mapping/targets.ts';

/** The fields by which a row finds the record that it changes. */
export function KeyFields({ editing }: { readonly editing: MappingEditing }) {
  const { mapping, targets, change, item } = editing;
  const keys = mapping.upsert_by;
  const free = [...targets.values()].filter(({ to, isKey }) => isKey && !keys.includes(to) && isFilled(mapping, to));
  return (
    <Section title={`Which ${item.as} are there already`}>
      <p className="quiet">
        {keys.length === 0
          ? `Each row makes a new record. Choose a field that tells which of the ${item.as} a row means, to change those that are there already.`
          : 'A row with the same values changes the record. A row whose values are blank makes a new one. Of several rows of the file with the same values, the last one counts.'}
      </p>
      <Chosen
        label="The same"
        chosen={keys.map((to) => [to, targetLabel(targets, to)])}
        add="Choose a field"
        options={free.map(({ to, label }) => [to, label])}
        onAdd={(to) => change({ ...mapping, upsert_by: [...keys, to] })}
        onRemove={(index) => change({ ...mapping, upsert_by: keys.toSpliced(index, 1) })}
      />
      <Faults faults={editing.faultsAt('/upsert_by')} />
    </Section>
  );
}
