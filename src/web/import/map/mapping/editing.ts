import type { Fault } from '../../../../client/problem.ts';
import { capital } from '../../../../resources/in-words.ts';
import type { Mapping } from '../../../../resources/transfer/mapping.ts';
import type { Import } from '../../import.ts';
import type { ColumnTargets } from './targets.ts';
import type { MappingPlace } from './use-mapping.ts';

/** A mapping that somebody edits. */
export interface MappingEditing {
  readonly item: Import;
  readonly mapping: Mapping;
  readonly targets: ColumnTargets;
  /** Changes the mapping; by a function if the change is made later than the person asks for it. */
  readonly change: (mapping: Mapping | ((current: Mapping) => Mapping)) => void;
  readonly faultsAt: (place: MappingPlace) => readonly Fault[];
}

/** A mistake as a sentence. */
export const faultInWords = ({ message }: Fault): string => `${capital(message)}${/[.?!]$/.test(message) ? '' : '.'}`;
