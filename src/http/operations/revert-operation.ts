import { revertRecord } from '../../records/changing/reversion.ts';
import { oneOf, words } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import { schemaName, schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { answerChange } from '../request/answer-change.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { reversionIn } from '../request/reversion-body.ts';
import { recordAnswer } from './record-answer.ts';
import { bodiless, writing } from './record-operations.ts';

/** Sets a record back to an earlier version. */
export const revertOperation = ({ validator }: OperationDependencies, resource: Resource): Operation => ({
  ...writing(resource),
  id: `revert${schemaName(resource.singular)}`,
  method: 'POST',
  path: `/${resource.plural}/{id}/revert`,
  summary: `Set ${oneOf(resource)} back to an earlier version`,
  explanation: explanation(resource),
  tag: resource.plural,
  query: [],
  request: wrapped('revert', schemaReference('Reversion')),
  status: 200,
  response: wrapped(resource.singular, schemaReference(schemaName(resource.singular))),
  handle: (request) => {
    const { fields, problems } = validator.judgeAs('Reversion', 'revert', request.body);
    const reversion = {
      ...bodiless(resource, request),
      ...reversionIn(fields),
      versionPointer: '/revert/version',
      problems,
    };
    return answerChange(request, recordAnswer(resource, 200), (context) => revertRecord(context, resource, reversion));
  },
});

const explanation = (resource: Resource): string =>
  `Every field of the ${words(resource)} that changed after that version gets its value then, in one change with its \
own history and message. If another user has changed one of these fields since, the answer is 409 and names it, unless \
\`force\` is set. With \`until\`, only the changes until that version are taken back. A deletion \
stays: restore the record instead.`;
