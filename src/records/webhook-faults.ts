import { type AddressRules, addressProblem } from '../events/safe-address.ts';
import type { Problem } from '../refusal.ts';
import { isWebAddress } from '../resources/formats.ts';
import type { Judged } from '../schema/validator.ts';
import { secretBytes } from '../webhooks/signature.ts';

/** Where a webhook's fields stand in a body. */
const pointer = '/webhook';

/** What is wrong with where messages are to be sent; a host is looked up. Nothing is, where nothing is given. */
export async function urlFaults(url: unknown, rules: AddressRules): Promise<Problem[]> {
  if (typeof url !== 'string') return [];
  const message = await addressProblem(url, rules);
  if (message === null) return [];
  return [{ pointer: `${pointer}/url`, code: isWebAddress(url) ? 'not_allowed' : 'invalid_format', message }];
}

/** What is wrong with a secret of one's own. */
export function secretFaults(secret: unknown): Problem[] {
  if (typeof secret !== 'string' || secretBytes(secret) !== null) return [];
  const message = 'must be whsec_ and 24 to 64 bytes in base64';
  return [{ pointer: `${pointer}/secret`, code: 'invalid_format', message }];
}

/** The faults of a change by its schema, which knows no secret: whoever gives one is told how to come by another. */
export const changeFaults = ({ problems }: Judged): Problem[] =>
  problems.map((problem) =>
    problem.pointer === `${pointer}/secret` ? { ...unchangeable, pointer: problem.pointer } : problem,
  );

const unchangeable = {
  code: 'unknown_field',
  message: 'cannot be changed here; POST /webhooks/{id}/rotate_secret makes another',
} as const;
