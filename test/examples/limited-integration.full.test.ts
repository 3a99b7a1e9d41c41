import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service/service.ts';

const script = resolve(import.meta.dirname, '../../docs/examples/first_integration.py');

async function run({ url, tokens }: TestService, token = tokens.first): Promise<string> {
  const environment = { ...process.env, PLUMBLINE_URL: url, PLUMBLINE_TOKEN: token };
  return (await promisify(execFile)('python3', [script], { env: environment })).stdout;
}

describe('the example of a first integration', () => {
  it('waits for the time that the service returns with 429', async () => {
    await using service = await startTestService({ RATE_LIMIT: '2/40' });
    const transcript = await run(service);
    expect(transcript).toContain('429 rate_limit_exceeded: waits 1 s, then sends it again');
    expect(transcript).toMatch(/\nDone\.\n$/);
  });

  it('says which entry of a list the firm lacks', async () => {
    await using service = await startTestService();
    const idOf = async (plural: string, query: string): Promise<string> =>
      (await service.first.get(`/${plural}?${query}`)).body[plural][0].id;
    await service.first.delete(`/call_outcomes/${await idOf('call_outcomes', 'key=connected')}`);
    await service.first.delete(`/project_stages/${await idOf('project_stages', 'category=won')}`);
    await expect(run(service)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"call_outcome": null'),
      stderr: 'Given up: the firm has no won stage. An admin adds or restores one: Settings, Stages.\n',
    });
  });
});
