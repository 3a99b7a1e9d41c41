import { expect } from 'vitest';
import { make } from '../../../support/data/make.ts';
import type { Client, Json } from '../../../support/service/client.ts';
import type { TestService } from '../../../support/service/service.ts';
import type { RandomWrites } from './random-writes.ts';

interface Comparison {
  readonly instants: number;
  readonly writesBetween: number;
}

/**
 * Makes random writes, and looks at the projects between them: with `as_of`, the service later shows at each instant what
 * it showed then.
 */
export async function compareWithPast(
  service: TestService,
  writes: RandomWrites,
  { instants, writesBetween }: Comparison,
): Promise<void> {
  await writes.begin();
  const seen: { readonly at: string; readonly ids: readonly string[]; readonly answers: readonly Json[] }[] = [];
  for (let round = 0; round < instants; round += 1) {
    for (let count = 0; count < writesBetween; count += 1) {
      await writes.next();
      if (writes.random(3) === 0) service.clock.advance(1 + writes.random(3));
    }
    const ids = [...writes.ids];
    seen.push({ at: service.clock.now().toISOString(), ids, answers: await seenBy(service.first, ids, null) });
    service.clock.advance(writes.random(3) === 0 ? 1 : 3_600_000 * (1 + writes.random(30)));
  }
  await make(service.second, 'projects', { name: 'Of another firm' });
  for (const { at, ids, answers } of seen) expect(await seenBy(service.first, ids, at), at).toEqual(answers);
}

const lists: readonly string[] = [
  'per_page=3&sort=name',
  'per_page=4&sort=-amount,name&include=version,closed_at,submitted_at,next_step,stage_changes,is_overdue',
  'per_page=3&page=2&sort=-stage_age',
  'deleted_at[is_null]=false&sort=updated_at',
  'project_status=pursuit&fields=id,name,amount,project_status',
  'custom_fields[roof][gt]=1',
  'updated_at[gte]=today-1&assigned_to_id=me,null',
];

/** The answers of a service about projects, now or as of an instant: by id, lists with the next page, and a summary. */
async function seenBy(client: Client, ids: readonly string[], asOf: string | null): Promise<Json[]> {
  const then = asOf === null ? '' : `&as_of=${asOf}`;
  const answers: Json[] = [];
  for (const id of ids.slice(0, 6)) {
    const { status, body, headers } = await client.get(`/projects/${id}?include=version,external_id${then}`);
    answers.push([status, status === 200 ? body : null, headers.get('ETag')]);
  }
  for (const query of lists) {
    const { body, headers } = await client.get(`/projects?${query}${then}`, { Prefer: 'count=exact' });
    const next = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    const further = next === undefined ? null : (await client.get(next)).body.projects;
    answers.push([body.projects ?? body, further, headers.get('X-Total-Count')]);
  }
  answers.push((await client.get(`/projects/summary?group_by=project_stage_id&amount[gt]=10${then}`)).body);
  return answers;
}
