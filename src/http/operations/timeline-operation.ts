import { readTimeline } from '../../records/reading/timeline.ts';
import { oneOf } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import { type TimelineFamily, timelineFamilies, timelineTypes } from '../../resources/timeline.ts';
import { commaSeparated } from '../../schema/filter-schemas.ts';
import { schemaName, wrappedList } from '../../schema/record-schemas.ts';
import type { Operation, QueryParameter } from '../contract/operation.ts';
import { listAnswer } from './listing.ts';
import { namedProblems, namedValues } from './named-values.ts';

const usual = 30;

/** The operation that lists the timeline of a record; none for families without a timeline. */
export const timelineOperations = ({ plural, singular }: Resource): Operation[] => {
  const family = timelineFamilies.find((one) => one === plural);
  if (family === undefined) return [];
  return [
    {
      id: `list${schemaName(singular)}Timeline`,
      method: 'GET',
      path: `/${plural}/{id}/timeline`,
      summary: `List what has happened with ${oneOf({ singular })}`,
      explanation: explanations[family],
      tag: plural,
      scope: 'read',
      query: parametersOf(family),
      judgeQuery: ({ types, per_page: perPage = String(usual), cursor }) => ({
        problems: namedProblems('types', types, timelineTypes),
        handle: async (request) => {
          const { id = '' } = request.path;
          const asked = { family, id, types: typesOf(family, types), perPage: Number(perPage), cursor };
          return listAnswer('timeline', await readTimeline(request.context, asked), request);
        },
      }),
      status: 200,
      response: wrappedList('timeline', 'TimelineEntry', 'The entries of this page, the latest first.'),
    },
  ];
};

const typesOf = (family: TimelineFamily, named: string | undefined) => {
  const types = namedValues(named, timelineTypes);
  return family === 'companies' && named === undefined ? types.filter((type) => type !== 'change') : types;
};

const sources =
  'notes, meetings, site visits, e-mails, calls, files, completed tasks, and the changes of important fields, the latest ' +
  'first.';

const explanations: Readonly<Record<TimelineFamily, string>> = {
  projects:
    `The timeline of a project has its ${sources} Each move to another stage is an entry of its own. The notes and ` +
    'files of the lead that the project came from are there too.',
  leads: `The timeline of a lead has its ${sources}`,
  companies:
    'The timeline of a company has the entries of the company, of its present contacts, and of its live projects and ' +
    'leads, the latest first. It has changes of fields only if `types` names `change`.',
  contacts: `The timeline of a contact has the contact's ${sources}`,
};

const parametersOf = (family: TimelineFamily): readonly QueryParameter[] => [
  {
    name: 'types',
    component: family === 'companies' ? 'AccountTimelineTypes' : 'TimelineTypes',
    schema: commaSeparated({ type: 'string', enum: timelineTypes }),
    description: `The types of entries, separated by commas; all by default${family === 'companies' ? ', except `change`' : ''}.`,
    judged: true,
  },
  {
    name: 'per_page',
    component: 'TimelinePerPage',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: usual },
    description: 'The number of entries on a page.',
  },
  {
    name: 'cursor',
    component: 'TimelineCursor',
    schema: { type: 'string', maxLength: 6144 },
    description: 'The cursor of a page, from a `Link` header.',
  },
];
