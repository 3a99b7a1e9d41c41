import type { Fault } from '../../../../client/problem.ts';
import type { Mapping } from '../../../../resources/transfer/mapping.ts';
import type { Import } from '../../import.ts';
import type { Targets } from './targets.ts';
import type { Place } from './use-mapping.ts';

/** A mapping that somebody edits. */
export interface Editing {
  readonly item: Import;
  readonly mapping: Mapping;
  readonly targets: Targets;
  readonly change: (mapping: Mapping) => void;
  readonly faultsAt: (place: Place) => readonly Fault[];
}

/** A mistake as a sentence. */
export const faultInWords = ({ message }: Fault): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`;
