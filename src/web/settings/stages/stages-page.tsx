import { projectStages } from '../../../resources/project-stages.ts';
import { EntriesPage } from '../entries/entries-page.tsx';
import { StageDot } from './stage-dot.tsx';

/** The stages of the pipeline, in order. */
export const StagesPage = () => (
  <EntriesPage
    resource={projectStages}
    title="Stages"
    about={
      <p>
        The steps of a pursuit, in the order of the board. A project that enters a stage gets the probability of the
        stage. Drag a stage by its handle, or press Alt with the up or down arrow, to change the order.
      </p>
    }
    markOf={(stages) => (stage) => <StageDot stage={stage} stages={stages} />}
  />
);
