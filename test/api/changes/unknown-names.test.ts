import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(async () => await service.stop());

const suggested = ({ body }: Reply): string[] => body.errors.map(({ suggestion }: Json) => suggestion);

describe('an unknown name', () => {
  it('gets the field that ends in it as a suggestion, with "_id" if the request takes an id', async () => {
    const project = await make(first, 'projects');
    const body = { project: { stage: '1', sector: '1', compny: '1', number: 'x', nmae: 'x' } };
    const answer = await first.patch(`/projects/${project.id}`, body);
    expect(suggested(answer)).toEqual([
      ...['project_stage_id', 'market_sector_id', 'company_id', 'project_number', 'name'],
    ]);
  });

  it('gets no read-only field as a suggestion', async () => {
    const project = await make(first, 'projects');
    const answer = await first.patch(`/projects/${project.id}`, { project: { created_by_id: '1', stage_ages: 1 } });
    expect(answer.body.errors).toEqual(
      ['created_by_id', 'stage_ages'].map((name) => ({
        ...{ pointer: `/project/${name}`, code: 'unknown_field', message: `no field is called "${name}"` },
      })),
    );
  });

  it('in a query gets suggestions that fit the parameter', async () => {
    expect(suggested(await first.get('/projects?stage=1'))).toEqual(['project_stage_id']);
    expect(suggested(await first.get('/projects?fields=stage'))).toEqual(['project_stage']);
    expect(suggested(await first.get('/projects?city=Austin&sort=zip'))).toEqual(['address.city', 'address.zip']);
    expect(suggested(await first.get('/projects?fields='))).toEqual([undefined]);
  });

  it('gets a similar custom field as a suggestion, until the request has compared 5,000 pairs of names', async () => {
    for (let index = 0; index < 60; index += 1) {
      await make(first, 'custom_fields', { model: 'contact', name: `Field ${index}`, api_name: `measure_${index}x` });
    }
    const row = (from: number) => ({
      first_name: 'Ann',
      custom_fields: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`measure_${from + index}xy`, 'x'])),
    });
    const count = (errors: readonly Json[]) => errors.filter(({ suggestion }) => suggestion !== undefined).length;
    const [one, other] = [await first.post('/contacts', { contact: row(0) }), [row(0), row(0), row(0)]];
    expect(count(one.body.errors)).toBe(50);
    const { results } = (await first.post('/contacts/bulk', { contacts: other })).body;
    expect(results.map(({ errors }: Json) => count(errors))).toEqual([50, 33, 0]);
  });

  it('gets no suggestion when there are more than 200 custom fields to compare', async () => {
    const contact = () =>
      first.post('/contacts', { contact: { first_name: 'Ann', custom_fields: { measure_1xy: 1 } } });
    expect(suggested(await contact())).toEqual(['measure_1x']);
    for (let index = 60; index <= 200; index += 1) {
      await make(first, 'custom_fields', { model: 'contact', name: `Field ${index}`, api_name: `measure_${index}x` });
    }
    expect(suggested(await contact())).toEqual([undefined]);
  });

  it('gets one sentence as the detail of the response', async () => {
    const { body } = await first.get('/projects?amout[gt]=1');
    expect(body.detail).toBe('amout[gt]: no field to filter by is called "amout"; did you mean amount?');
  });

  it('as a path outside the API gets a 404 with the paths of the API and the reference', async () => {
    const told = async (path: string) => ((await (await fetch(service.url + path)).json()) as Json).detail;
    const way = 'The API is at /api/2023-01, its reference at /docs.';
    expect(await told('/nothing')).toBe(`The path /nothing does not exist. ${way}`);
    expect(await told('/companies')).toBe(`The path /companies does not exist. ${way}`);
  });

  it('as the path of the API alone gets a 404 with a path that exists', async () => {
    const told = 'The operations are below /api/2023-01, such as /api/2023-01/projects. Their reference is at /docs.';
    for (const path of ['/api/2023-01', '/api/2023-01/']) {
      const response = await fetch(service.url + path);
      expect([response.status, ((await response.json()) as Json).detail]).toEqual([404, told]);
    }
  });
});
