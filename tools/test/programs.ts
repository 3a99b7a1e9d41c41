/**
 * A program with a client of `openapi-fetch`, typed by `openapi-typescript`. It creates, changes and lists projects,
 * and sends one invalid request.
 */
export const openapiFetchProgram = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const { SERVICE = '', TOKEN = '' } = process.env;
const client = createClient<paths>({
  baseUrl: SERVICE + '/api/2023-01',
  headers: { Authorization: 'Bearer ' + TOKEN },
});

// @ts-expect-error A name is a text.
const wrong: components['schemas']['ProjectCreate'] = { name: 42 };

const made = await client.POST('/projects', { body: { project: { name: 'Harbor Tower', amount: 12.5 } } });
if (made.data === undefined) throw new Error(JSON.stringify(made.error));
const { id } = made.data.project;
const key = Object.keys(made.data.project.custom_fields).length;
const changed = await client.PATCH('/projects/{id}', {
  params: { path: { id } },
  body: { project: { amount: 1_000_000, work_scope: 'renovation' } },
});
const scope: 'renovation' | 'addition' | (string & {}) | null | undefined = changed.data?.project.work_scope;
const list = await client.GET('/projects', {
  params: { query: { 'amount[gte]': 1_000_000, project_status: ['pursuit'], include: ['team', 'calls'], sort: ['-amount'], per_page: 5 } },
});
if (list.data === undefined) throw new Error(JSON.stringify(list.error));
const names: (string | undefined)[] = list.data.projects.map((project) => project.name);
const refused = await client.POST('/projects', { body: { project: { name: '' } } });
if (refused.error === undefined) throw new Error('accepted');
const status: number | undefined = refused.error.status;
const message: string | undefined = refused.error.errors?.[0]?.message;
console.log(JSON.stringify({ id, key, scope, names, status, message, wrong: wrong.name }));
`;

/** The same program with a client of `@hey-api/openapi-ts`. */
export const heyApiProgram = `
import { client } from './client/client.gen.js';
import { createProject, listProjects, updateProject } from './client/sdk.gen.js';
import type { ProjectCreate } from './client/types.gen.js';

const { SERVICE = '', TOKEN = '' } = process.env;
client.setConfig({ baseUrl: SERVICE + '/api/2023-01', auth: TOKEN });

// @ts-expect-error A name is a text.
const wrong: ProjectCreate = { name: 42 };

const made = await createProject({ body: { project: { name: 'Harbor Tower', amount: 12.5 } } });
if (made.data === undefined) throw new Error(JSON.stringify(made.error));
const { id } = made.data.project;
const key = Object.keys(made.data.project.custom_fields).length;
const changed = await updateProject({
  path: { id },
  body: { project: { amount: 1_000_000, work_scope: 'renovation' } },
});
const scope: 'renovation' | 'addition' | (string & {}) | null | undefined = changed.data?.project.work_scope;
const list = await listProjects({
  query: { 'amount[gte]': 1_000_000, project_status: ['pursuit'], include: ['team', 'calls'], sort: ['-amount'], per_page: 5 },
});
if (list.data === undefined) throw new Error(JSON.stringify(list.error));
const names: (string | undefined)[] = list.data.projects.map((project) => project.name);
const refused = await createProject({ body: { project: { name: '' } } });
if (refused.error === undefined) throw new Error('accepted');
const status: number | undefined = refused.error.status;
const message: string | undefined = refused.error.errors?.[0]?.message;
console.log(JSON.stringify({ id, key, scope, names, status, message, wrong: wrong.name }));
`;
