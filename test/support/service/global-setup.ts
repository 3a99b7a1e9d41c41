import type { TestProject } from 'vitest/node';
import type { MadeTemplate } from './made-template.ts';
import type { Template } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** The template of each engine. Each project has its own copy of the modules, so the process keeps the templates. */
const kept = globalThis as { plumblineTemplates?: Map<string | undefined, Promise<MadeTemplate>> };

/** Makes the template that each suite copies, unless another project on the same engine has made it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_ENGINE: engine, TEST_DATABASE_URL: server } = project.config.env as Record<string, string | undefined>;
  const on = engine === 'postgres' ? server : undefined;
  const templates = (kept.plumblineTemplates ??= new Map());
  const making = templates.get(on) ?? import('./made-template.ts').then(({ makeTemplate }) => makeTemplate(on));
  templates.set(on, making);
  const { template, remove } = await making;
  project.provide('template', template);
  // The projects end together; the first one removes the template.
  return () => (templates.delete(on) ? remove() : Promise.resolve());
}
