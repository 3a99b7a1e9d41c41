import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentForm } from '../../src/http/openapi/openapi-forms.ts';
import { resources } from '../../src/resources/index.ts';
import { componentSchemas } from '../../src/schema/components.ts';
import { newDocumentCompiler } from '../support/service/document-compiler.ts';
import { sharedService, type TestService } from '../support/service/service.ts';
import type { Described } from './described.ts';
import { projectBodies } from './project-bodies.ts';

let service: TestService;
let isValid: (body: unknown) => boolean;

beforeAll(async () => {
  service = await sharedService();
  const ajv = newDocumentCompiler();
  ajv.addSchema({ ...(await service.document()), $id: 'served' });
  const body = `${encodeURIComponent('~1projects')}/post/requestBody/content/application~1json/schema`;
  const validate = ajv.compile({ $ref: `served#/paths/${body}` });
  isValid = (value) => validate(value);
});
afterAll(() => service.stop());

/** The document says only in its text that an empty string counts as `null`. */
const withoutEmptyText = (value: unknown, depth = 0): unknown => {
  if (value === '') return null;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 2) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutEmptyText(inner, depth + 1)]));
};

/** The document says only in its text that a string must not hold NUL or a lone surrogate. */
function holdsNoText(value: unknown): boolean {
  if (typeof value === 'string') return /[\0\p{Surrogate}]/u.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNoText);
}

/** The service ignores these keys, so they can hold any value. */
const withoutIgnored = (body: unknown): unknown => {
  const project = (body as { project?: unknown } | null)?.project;
  if (typeof project !== 'object' || project === null) return body;
  return Object.fromEntries(
    Object.entries(project).filter(([key]) => !['id', 'created_at', 'created_by', 'stage_age'].includes(key)),
  );
};

test('the served document has the schemas that validate requests, in the form for documents', async () => {
  const { components } = (await service.document()) as Described;
  const judging = Object.entries(componentSchemas(resources)).filter(([name]) => /(Create|Update)$/.test(name));
  expect(judging.length).toBeGreaterThan(20);
  expect(components.schemas).toMatchObject(documentForm(Object.fromEntries(judging)) as object);
});

test('the service creates a project from exactly the bodies the document allows', { timeout: 90_000 }, async () => {
  const verdicts = { allowed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(projectBodies, async (body) => {
      const allowed = isValid(withoutEmptyText(body)) && !holdsNoText(withoutIgnored(body));
      const { status } = await service.first.post('/projects', body);
      verdicts[allowed ? 'allowed' : 'refused'] += 1;
      expect(status).toBe(allowed ? 201 : 422);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(verdicts.allowed, verdicts.refused)).toBeGreaterThan(60);
});

test.each(['', ' \t', '\u3000', 'a\u0000b', '\u0000', 'a\ud800b', '\udc00'])('a name cannot be %j', async (name) => {
  const { status, body } = await service.first.post('/projects', { project: { name } });
  expect(status).toBe(422);
  expect(body.errors).toEqual([expect.objectContaining({ pointer: '/project/name' })]);
});

test.each(['\u{1f3d7}', 'a\nb', '\u0001', ' x '])('a name can be %j', async (name) => {
  const { body } = await service.first.post('/projects', { project: { name } });
  expect(body.project.name).toBe(name);
});
