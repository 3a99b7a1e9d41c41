import { compileMapping } from '../mapping/compile-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { proposeMapping } from '../mapping/propose-mapping.ts';
import { matchingReadyMapping, withOthers } from '../mapping/ready-mapping.ts';
import type { ImportMappingScope } from './mapping-scope.ts';

/** The ready mapping for a file of this form, or a proposal by the names and the samples of the columns. */
export function proposed(scope: ImportMappingScope): Mapping {
  const ready = matchingReadyMapping(scope.columns, scope.family);
  if (!ready || !readsSamples(ready.mapping, scope)) return proposeMapping(scope);
  return ready.hasOthers ? withOthers(ready.mapping, proposeMapping(scope)) : ready.mapping;
}

/** Whether a mapping reads at least one sample of each column. Another program may write its dates in another way. */
export function readsSamples(mapping: Mapping, scope: ImportMappingScope): boolean {
  const map = compileMapping(mapping, scope);
  const most = Math.max(0, ...scope.columns.map(({ samples }) => samples.length));
  const rows = Array.from({ length: most }, (_, index) => scope.columns.map(({ samples }) => samples[index] ?? null));
  const faults = rows.flatMap((cells) => map(cells).problems);
  return scope.columns.every(({ name, samples }) => {
    const unread = faults.filter(({ column }) => column === name);
    return samples.length === 0 || mapping.columns.every(({ to }) => countOf(unread, to) < samples.length);
  });
}

const countOf = (faults: readonly { readonly to: string }[], wanted: string): number =>
  faults.filter(({ to }) => to === wanted).length;
