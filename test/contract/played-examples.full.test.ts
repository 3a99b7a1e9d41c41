import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { startDelivering } from '../support/delivery/delivering.ts';
import { type Examples, storyUrl, tellStory } from './story/story.ts';

const file = resolve(import.meta.dirname, '../../pages/examples.json');

/** The responses of these operations depend on the engine. */
const ofEngine = ['showHealth', 'showReadiness'];

const onAnyEngine = ({ operations, ...examples }: Examples) => ({
  ...examples,
  operations: Object.fromEntries(Object.entries(operations).filter(([id]) => !ofEngine.includes(id))),
});

test('the examples of the document are requests to the service and its responses', { timeout: 120_000 }, async () => {
  await using service = await startDelivering(
    {},
    { environment: { PUBLIC_URL: storyUrl, TRUST_PROXY: '1', DURABLE_WRITES: '1' } },
  );
  await using limited = await startTestService({ RATE_LIMIT: '2/5', PUBLIC_URL: storyUrl });
  const played = await tellStory(service, limited.first);
  if (process.env['EXAMPLES'] === 'write') await writeFile(file, `${JSON.stringify(played, null, 1)}\n`);
  const kept = JSON.parse(await readFile(file, 'utf8')) as Examples;
  expect(onAnyEngine(played)).toEqual(onAnyEngine(kept));
  if (service.engine.kind === 'embedded') expect(played).toEqual(kept);
});
