import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects in the order in which they run: the last ones have many short files, so both workers end together. */
const projects = ['alone', 'embedded', 'postgres', 'once', 'pure'];

/**
 * Runs the files of a project one after the other, because a worker serves one project at a time. Within a project the
 * exhaustive suites come first: started last, such a file would run alone while the other worker has nothing to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project, moduleId }: TestSpecification): number =>
      2 * projects.indexOf(project.name) + (moduleId.includes('.full.') ? 0 : 1);
    // The base class sorts by the durations of the last run, else by the sizes of the files.
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
