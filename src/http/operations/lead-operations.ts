import { ignoredInput } from '../../domain/input.ts';
import { givenValues } from '../../domain/references.ts';
import { convertLead } from '../../records/operations/lead-conversion.ts';
import { resourceOf } from '../../resources/index.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { isObject } from '../../schema/validator.ts';
import { answerChange } from '../request/answer-change.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { recordAnswer } from './record-answer.ts';
import { recordOperations } from './record-operations.ts';

const leads = resourceOf('leads');
const projects = resourceOf('projects');

/** The record operations of leads, and the conversion of a lead to a project. */
export const leadOperations = (dependencies: OperationDependencies): Operation[] => [
  ...recordOperations(dependencies, leads),
  convert(dependencies),
];

const convert = ({ validator }: OperationDependencies): Operation => ({
  id: 'convertLead',
  method: 'POST',
  path: '/leads/{id}/convert',
  summary: 'Convert a lead into a project',
  tag: 'leads',
  scope: 'write',
  query: [],
  request: wrapped('project', schemaReference('ProjectUpdate')),
  isRequestOptional: true,
  status: 201,
  response: wrapped('project', schemaReference('Project')),
  handle: (request) => {
    const { path, body, versions } = request;
    const { fields, problems } = isEmpty(body)
      ? { fields: {}, problems: [] }
      : validator.judge(projects, 'update', body);
    const ignored = ignoredInput(projects, 'update', fields);
    const project = { ...givenValues(projects, 'update', fields), problems, ignored };
    const conversion = { leadId: path['id'] ?? '', project, versions };
    return answerChange(request, recordAnswer(projects, 201), (context) => convertLead(context, conversion));
  },
});

const isEmpty = (body: unknown): boolean => body === undefined || (isObject(body) && Object.keys(body).length === 0);
