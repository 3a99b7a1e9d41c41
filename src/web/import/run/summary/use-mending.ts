import { useState } from 'react';
import { actOnImport, changeImport, type Import } from '../../import.ts';
import { useAction } from '../use-action.ts';
import { mendedMapping, type MendedValues } from './mended-mapping.ts';

/** The values that somebody chooses for texts of the file. To apply them changes the mapping and checks again. */
export function useMending(item: Import) {
  const [chosen, setChosen] = useState<MendedValues>({});
  const action = useAction();
  const choose = (to: string, text: string, value: unknown): void =>
    setChosen((before) => {
      const { [text]: _, ...rest } = before[to] ?? {};
      return { ...before, [to]: value === undefined ? rest : { ...rest, [text]: value } };
    });
  const apply = (): Promise<boolean> =>
    action.run(async () => {
      await changeImport(item.id, { mapping: mendedMapping(item.mapping, chosen) });
      await actOnImport(item.id, 'check');
    });
  const count = Object.values(chosen).reduce((sum, values) => sum + Object.keys(values).length, 0);
  return { chosen, choose, apply, count, isBusy: action.isBusy, error: action.error };
}

export type MendingState = ReturnType<typeof useMending>;
