import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sharedService, type TestService } from '../support/service/service.ts';
import { expectIntegrated, integrated } from './integrated.ts';

const script = resolve(import.meta.dirname, '../../docs/examples/first_integration.py');

async function run({ url, tokens }: TestService, token = tokens.first): Promise<string> {
  const environment = { ...process.env, PLUMBLINE_URL: url, PLUMBLINE_TOKEN: token };
  return (await promisify(execFile)('python3', [script], { env: environment })).stdout;
}

describe('the example of a first integration', () => {
  it('wins a project, prints its requests and responses, and creates nothing twice', async () => {
    await using service = await sharedService();
    const transcript = await run(service);
    expect(told.filter((line) => !transcript.includes(line))).toEqual([]);
    expect(transcript).not.toContain('Given up');
    const state = await integrated(service);
    await expectIntegrated(service, state);
    const again = await run(service);
    expect(again).toContain('won in an earlier run; it stays so');
    expect(again).toContain('ERP-S-Steel unchanged');
    expect(again).toMatch(/\nDone\.\n$/);
    expect(await integrated(service)).toEqual(state);
  });

  it('gives up with the message of the service if its token is not valid', async () => {
    await using service = await sharedService();
    await expect(run(service, 'plb_nobody')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('401 unauthenticated: This API token is unknown, expired or revoked.'),
      stderr: expect.stringContaining('Given up: GET /oauth_clients was answered with 401.'),
    });
  });

  it('says at once that its address is not one of a service', async () => {
    await using service = await sharedService();
    const { host } = new URL(service.url);
    await expect(run({ ...service, url: host })).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'PLUMBLINE_URL must be an address such as http://127.0.0.1:3000.\n',
    });
  });
});

const told = [
  '{"token_type": "Bearer", "expires_in": 3600, "scope": "read write"}',
  'ERP-P-1 created',
  '"probability": 0.05, "bid_due_at": "2026-12-10T20:00:00Z", "bid_due_date": "2026-12-10"',
  'Project Manager, Estimator',
  '1: Price the steel 2026-12-07',
  '"project_status": "upcoming", "close_type": "won", "award_date": "2026-03-02"',
  'project.won',
  '8 in all, Harbor Steel to Harbor Concrete',
  '1 in all; 1: Riverside Elementary School 12400000',
  '201, Idempotent-Replayed',
  '422 idempotency_key_reused',
  '412 stale',
  '{"given": "26-014", "current": "26-014-R"}',
  '/company/external_id already_exists: is already used by another company {"existing_id": ',
  '/project/nmae unknown_field: no field is called "nmae"; did you mean name?',
  '/project/bid_due_date invalid_format: must be a date that exists, YYYY-MM-DD',
  '404 not_found: There is no project 999999.',
  '403 forbidden: The token lacks the scope admin.',
  '401 unauthenticated',
  '\nDone.\n',
];
