import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { startTestService } from '../support/service/service.ts';
import { tokens } from '../support/service/template.ts';
import { startDelivering } from '../support/delivery/delivering.ts';
import { type Examples, storyUrl, tellStory } from './story/story.ts';

const file = resolve(import.meta.dirname, '../../pages/examples.json');

const patience = { timeout: 120_000 };

/** The responses of these operations depend on the engine. */
const ofEngine = ['showHealth', 'showReadiness'];

const onAnyEngine = ({ operations, ...examples }: Examples) => ({
  ...examples,
  operations: Object.fromEntries(Object.entries(operations).filter(([id]) => !ofEngine.includes(id))),
});

/** Plays the story on new services. @param isTyped sends the requests by the typed client. */
async function playedStory({ isTyped }: { isTyped: boolean }) {
  const environment = { PUBLIC_URL: storyUrl, TRUST_PROXY: '1', DURABLE_WRITES: '1' };
  await using service = await startDelivering({}, { environment });
  await using limited = await startTestService({ RATE_LIMIT: '2/5', PUBLIC_URL: storyUrl });
  const crm = createClient({ url: service.url, token: tokens.first, retries: 0 });
  const played = await tellStory(service, limited.first, isTyped ? crm : undefined);
  return { played, kind: service.engine.kind };
}

test('the examples of the document are requests to the service and its responses', patience, async () => {
  const { played, kind } = await playedStory({ isTyped: false });
  if (process.env['EXAMPLES'] === 'write') await writeFile(file, `${JSON.stringify(played, null, 1)}\n`);
  const kept = JSON.parse(await readFile(file, 'utf8')) as Examples;
  expect(onAnyEngine(played)).toEqual(onAnyEngine(kept));
  if (kind === 'embedded') expect(played).toEqual(kept);
});

test('the typed client sends the same requests and returns the same responses', patience, async () => {
  const { played } = await playedStory({ isTyped: true });
  expect(onAnyEngine(played)).toEqual(onAnyEngine(JSON.parse(await readFile(file, 'utf8')) as Examples));
});
