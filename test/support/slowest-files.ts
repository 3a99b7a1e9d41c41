import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const mostFiles = 40;

/** Appends the seconds of each project and of the slowest files to a file. */
export class SlowestFiles implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      project: module.project.name,
      path: relative(process.cwd(), module.moduleId),
      seconds: secondsOf(module),
    }));
    const sums = new Map<string, number>();
    for (const { project, seconds } of files) sums.set(project, (sums.get(project) ?? 0) + seconds);
    const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, mostFiles);
    const lines = [
      ...[...sums].map(([project, seconds]) => `${seconds.toFixed(0).padStart(6)} s of all files on ${project}`),
      ...slowest.map(({ project, path, seconds }) => `${seconds.toFixed(0).padStart(6)} s ${project} ${path}`),
    ];
    appendFileSync(this.#path, `${lines.join('\n')}\n`);
  }
}

function secondsOf(module: TestModule): number {
  const { prepareDuration, environmentSetupDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (prepareDuration + environmentSetupDuration + collectDuration + setupDuration + duration) / 1000;
}
