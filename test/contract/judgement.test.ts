import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedFormats } from '../../src/schema/named-formats.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { projectBodies } from './project-bodies.ts';

let service: TestService;
let isValid: ValidateFunction;

beforeAll(async () => {
  service = await startTestService();
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, formats: namedFormats });
  ajv.addSchema({ ...(await service.document()), $id: 'served' });
  const body = `${encodeURIComponent('~1projects')}/post/requestBody/content/application~1json/schema`;
  isValid = ajv.compile({ $ref: `served#/paths/${body}` });
});
afterAll(() => service.stop());

/** The document says in words that empty text counts as `null`. */
const withoutEmptyText = (value: unknown, depth = 0): unknown => {
  if (value === '') return null;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 2) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutEmptyText(inner, depth + 1)]));
};

test('a body that the served document allows makes a project, any other is refused', async () => {
  const verdicts = { allowed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(projectBodies, async (body) => {
      const allowed = isValid(withoutEmptyText(body)) === true;
      const { status } = await service.first.post('/projects', body);
      verdicts[allowed ? 'allowed' : 'refused'] += 1;
      expect(status).toBe(allowed ? 201 : 422);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(verdicts.allowed, verdicts.refused)).toBeGreaterThan(60);
});
