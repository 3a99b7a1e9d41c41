import { AsOfButton } from '../lists/as-of/as-of-button.tsx';
import { usePeekPlace } from '../record/page/place.ts';

/** The instant of a project's page, and its change. */
export interface ProjectAt {
  /** As the address has it; undefined for now. */
  readonly asOf: string | undefined;
  readonly onAsOf: (asOf: string | undefined) => void;
}

/** The button As of in the head of a project's page. Beside a list, the instant is that of the list. */
export const ProjectAsOf = ({ asOf, onAsOf }: ProjectAt) =>
  usePeekPlace() === null && <AsOfButton asOf={asOf} onChange={onAsOf} />;
