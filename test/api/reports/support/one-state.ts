import { expect } from 'vitest';
import type { TestService } from '../../../support/service/service.ts';

/**
 * Checks that a server answers a report in one transaction of so many statements, and that the embedded engine answers
 * it without a transaction, which would keep other requests waiting.
 */
export async function expectOneState(service: TestService, count: number, read: () => Promise<unknown>): Promise<void> {
  service.statements.length = 0;
  await read();
  const sent = service.statements.filter((text) => !/api_tokens/.test(text));
  if (service.engine.kind === 'embedded') expect(sent).not.toContain('begin');
  else expect([sent[0], sent.at(-1), sent.length]).toEqual(['begin', 'commit', count]);
}
