import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDocumentCompiler } from '../support/service/document-compiler.ts';
import { sharedService, type TestService } from '../support/service/service.ts';

let service: TestService;
let isAllowed: (path: string, body: unknown) => boolean;

beforeAll(async () => {
  service = await sharedService();
  const ajv = newDocumentCompiler();
  ajv.addSchema({ ...(await service.document()), $id: 'served' });
  isAllowed = (path, body) => {
    const at = `${encodeURIComponent(path.replaceAll('/', '~1'))}/post/requestBody/content/application~1json/schema`;
    return ajv.validate({ $ref: `served#/paths/${at}` }, body);
  };
});
afterAll(() => service.stop());

const select = { model: 'project', field_type: 'select' };

/** The document and the service agree on the rules that relate several fields of a new record. */
test.each<[string, boolean, object]>([
  ['/contacts', false, { contact: {} }],
  ['/contacts', false, { contact: { job_title: 'Estimator', first_name: null } }],
  ['/contacts', false, { contact: { first_name: ' ' } }],
  ['/contacts', true, { contact: { first_name: 'Dana' } }],
  ['/contacts', true, { contact: { last_name: 'Reyes', email: null } }],
  ['/contacts', true, { contact: { email: 'dana@northline.example' } }],
  ['/calls', false, { call: {} }],
  ['/calls', false, { call: { recorded_at: '2026-03-01T14:00:00Z', company_id: null } }],
  ['/calls', true, { call: { notes: 'No answer.' } }],
  ['/leads', false, { lead: { name: 'Harbor', archived_by_id: '1' } }],
  ['/leads', true, { lead: { name: 'Harbor', archived_at: '2026-03-01T14:00:00Z' } }],
  ['/leads', true, { lead: { name: 'Harbor', archived_by_id: null } }],
  ['/custom_fields', false, { custom_field: { ...select, name: 'Roof' } }],
  ['/custom_fields', false, { custom_field: { ...select, name: 'Roof', options: [] } }],
  ['/custom_fields', true, { custom_field: { ...select, name: 'Roof', options: ['flat'] } }],
  ['/custom_fields', false, { custom_field: { ...select, field_type: 'text', name: 'Sort', options: ['flat'] } }],
  ['/custom_fields', true, { custom_field: { ...select, field_type: 'text', name: 'Sort', options: [] } }],
])('the document and the service allow a POST to %s: %s, with %j', async (path, allowed, body) => {
  expect(isAllowed(path, body)).toBe(allowed);
  expect((await service.first.post(path, body)).status).toBe(allowed ? 201 : 422);
});
