import { type Demo, readDemo, startDemo, startRemoval } from '../../records/access/demo.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { jsonAnswer } from '../contract/answer.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { answerChange } from '../request/answer-change.ts';

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
export const demoOperations = (dependencies: OperationDependencies): Operation[] => [
  showDemo,
  fillAccount(dependencies),
  removeDemo,
];

const showDemo: Operation = {
  ...ofDemo,
  id: 'showDemo',
  method: 'GET',
  summary: 'Show how far the sample data is',
  status: 200,
  handle: async ({ context }) => answered(200)(await readDemo(context)),
};

const fillAccount = ({ validator }: OperationDependencies): Operation => ({
  ...ofDemo,
  id: 'startDemo',
  method: 'POST',
  summary: 'Fill the account with sample data',
  explanation:
    "Makes three years of a general contractor's work: companies, contacts, projects, leads, tasks, calls, notes and " +
    'links. The service makes them in the background, and answers 409 if the account has projects.',
  request: wrapped('demo', schemaReference('DemoCreate')),
  isRequestOptional: true,
  status: 202,
  handle: (request) => {
    const asked = validator.judgeAs('DemoCreate', 'demo', request.body ?? { demo: {} });
    return answerChange(request, answered(202), (context) => startDemo(context, asked));
  },
});

const removeDemo: Operation = {
  ...ofDemo,
  id: 'removeDemo',
  method: 'DELETE',
  summary: 'Remove the sample data',
  explanation:
    'Deletes the records that the sample data made, its users too. If people have changed some of these records, or ' +
    'use them in records of their own, the service answers 409 with these records, and removes nothing. The service ' +
    'deletes the records in the background.',
  query: [
    {
      name: 'confirm',
      schema: { type: 'string', enum: ['changed'] },
      description: 'Removes the records that people have changed or use too.',
    },
  ],
  status: 202,
  handle: (request) => {
    const isConfirmed = request.query['confirm'] === 'changed';
    return answerChange(request, answered(202), (context) => startRemoval(context, { isConfirmed }));
  },
};
