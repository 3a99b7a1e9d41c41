import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokens } from '../support/service/template.ts';
import { furnishedPlace, isEmbedded, type Place } from './command-line.ts';
import { runProgram, serve } from './program.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

describe('serve', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('stops in order on %s', async (signal) => {
    const service = await serve(place.environment);
    service.signal(signal);
    expect(await service.ended).toMatchObject({ status: 0, stdout: `listening on ${service.url}\n` });
  });

  if (isEmbedded)
    test('refuses a second start on the same data and names the first process', async () => {
      const first = await serve(place.environment);
      const second = await runProgram(place.environment, ['serve']);
      expect(second).toMatchObject({ status: 1, stdout: '' });
      expect(second.stderr).toMatch(/^error: .* is in use by process \d+ on .*\n$/);
      expect(second.stderr).toContain(`process ${first.pid} `);
      expect(second.stderr).toContain(` at ${first.url}, `);
      expect((await first.get('/users/me', tokens.first)).status).toBe(200);
    });

  if (!isEmbedded)
    test('runs several times on one Postgres database', async () => {
      const services = [await serve(place.environment), await serve(place.environment)];
      const answers = await Promise.all(services.map((service) => service.get('/users/me', tokens.first)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });
});
