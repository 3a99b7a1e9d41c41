import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service/service.ts';
import { tokens } from '../support/service/template.ts';
import { byHeyApi, byOpenapiTypescript, type Generate, generateClient } from './generated.ts';
import { heyApiProgram, openapiFetchProgram } from './programs.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.stop());

const generators: readonly [name: string, generate: Generate, program: string][] = [
  ['openapi-typescript and openapi-fetch', byOpenapiTypescript, openapiFetchProgram],
  ['@hey-api/openapi-ts', byHeyApi, heyApiProgram],
];

describe.each(generators)('a client by %s', (_name, generate, program) => {
  test('compiles strictly, and makes, changes, lists and is refused as its types say', {
    timeout: 120_000,
  }, async () => {
    await using client = await generateClient(generate, await service.document(), program);
    expect(client.faults).toBe('');
    const printed = JSON.parse(await client.run({ SERVICE: service.url, TOKEN: tokens.first }));
    const { body } = await service.first.get(`/projects/${printed.id}`);
    expect(body.project).toMatchObject({ name: 'Harbor Tower', amount: 1_000_000, work_scope: 'renovation' });
    expect(printed).toEqual({
      ...{ id: body.project.id, key: 0, scope: 'renovation', names: ['Harbor Tower'], status: 422, wrong: 42 },
      message: expect.stringMatching(/./) as string,
    });
    await service.first.delete(`/projects/${printed.id}`);
  });
});
