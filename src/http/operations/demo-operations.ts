import { type Demo, readDemo, startDemo } from '../../records/access/demo.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { jsonAnswer } from '../contract/answer.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { answerChange } from '../request/idempotency.ts';

const ofDemo = {
  tag: 'account',
  path: '/account/demo',
  query: [],
  scope: 'admin',
  adminOnly: true,
  response: wrapped('demo', schemaReference('Demo')),
} as const;

const answered = (status: 200 | 202) => (demo: Demo) => jsonAnswer(status, { demo });

/** The sample data that an admin fills an empty account with. */
export const demoOperations = ({ validator }: OperationDependencies): Operation[] => [
  {
    ...ofDemo,
    id: 'showDemo',
    method: 'GET',
    summary: 'Show how far the sample data is',
    status: 200,
    handle: async ({ context }) => answered(200)(await readDemo(context)),
  },
  {
    ...ofDemo,
    id: 'startDemo',
    method: 'POST',
    summary: 'Fill the account with sample data',
    explanation:
      "Makes three years of a general contractor's work: companies, contacts, projects, leads, tasks and calls. The " +
      'service makes them in the background, and answers 409 if the account has projects.',
    request: wrapped('demo', schemaReference('DemoCreate')),
    isRequestOptional: true,
    status: 202,
    handle: (request) => {
      const asked = validator.judgeAs('DemoCreate', 'demo', request.body ?? { demo: {} });
      return answerChange(request, answered(202), (context) => startDemo(context, asked));
    },
  },
];
