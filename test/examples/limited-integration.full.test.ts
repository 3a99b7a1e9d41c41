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
});
