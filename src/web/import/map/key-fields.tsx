import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import { hasMatches, isMatchedByName, type Match } from '../../../resources/transfer/mapping.ts';
import { Choice } from '../../parts/field/choice.tsx';
import style from './map.module.css';
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
      <p className="quiet">{explanation(keys.length > 0, isMatchedByName(mapping, item.as), item.as)}</p>
      <Chosen
        label="The same"
        chosen={keys.map((to) => [to, targetLabel(targets, to)])}
        add="Choose a field"
        options={free.map(({ to, label }) => [to, label])}
        onAdd={(to) => change({ ...mapping, upsert_by: [...keys, to] })}
        onRemove={(index) => change({ ...mapping, upsert_by: keys.toSpliced(index, 1) })}
      />
      <Faults faults={editing.faultsAt('/upsert_by')} />
      {hasMatches(item.as) && !isFilled(mapping, 'id') && (
        <Choice
          name={keys.length === 0 ? 'A row with a known name' : 'A row without these values and with a known name'}
          className={style.choice}
          value={mapping.match ?? 'name'}
          options={[
            ['name', 'changes the record of that name'],
            ['none', 'creates a new record'],
          ]}
          onChange={(match) => change({ ...mapping, match: match as Match })}
        />
      )}
    </Section>
  );
}

function explanation(hasKeys: boolean, isByName: boolean, family: ImportedFamily): string {
  if (hasKeys)
    return 'A row with the same values changes the record. Of several rows of the file with the same values, the last one counts.';
  const rest = `Choose a field that tells which of the ${family} a row means, to change those that are there already.`;
  if (!isByName) return `Each row creates a new record. ${rest}`;
  const same = family === 'contacts' ? 'name and the same e-mail address' : 'name';
  return `A row changes the record with the same ${same}, and creates a new one if there is none or if there are several.`;
}
