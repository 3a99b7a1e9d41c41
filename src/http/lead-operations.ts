import { givenValues } from '../records/given.ts';
import { convertLead } from '../records/lead-conversion.ts';
import { resourceOf } from '../resources/index.ts';
import { schemaReference, wrapped } from '../schema/record-schemas.ts';
import { isObject } from '../schema/validator.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';
import { recordAnswer, recordOperations } from './record-operations.ts';

const leads = resourceOf('leads');
const projects = resourceOf('projects');

/** Leads as any other record, and how one becomes a project. */
export const leadOperations = (ground: Ground): Operation[] => [...recordOperations(ground, leads), convert(ground)];

const convert = ({ store, validator }: Ground): Operation => ({
  id: 'convertLead',
  method: 'POST',
  path: '/leads/{id}/convert',
  summary: 'Make a project of a lead',
  tag: 'leads',
  scope: 'write',
  query: [],
  request: wrapped('project', schemaReference('ProjectUpdate')),
  isRequestOptional: true,
  status: 201,
  response: wrapped('project', schemaReference('Project')),
  handle: async ({ call, path, body, ifMatch }) => {
    const { fields, problems } = isEmpty(body)
      ? { fields: {}, problems: [] }
      : validator.judge(projects, 'update', body);
    const project = { given: givenValues(projects, 'update', fields), problems };
    return await convertLead(store, call, { leadId: path['id'] ?? '', project, ifMatch }, recordAnswer(projects, 201));
  },
});

const isEmpty = (body: unknown): boolean => body === undefined || (isObject(body) && Object.keys(body).length === 0);
