import type { Fault } from '../../../client/problem.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import { faultInWords } from './mapping/editing.ts';

/** The mistakes of a part of a mapping. */
export const Faults = ({ faults }: { readonly faults: readonly Fault[] }) =>
  faults.map((fault) => <FaultLine key={`${fault.pointer} ${fault.message}`}>{faultInWords(fault)}</FaultLine>);
