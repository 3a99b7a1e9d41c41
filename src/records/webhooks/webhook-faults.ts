import { type AddressRules, addressProblem } from '../../events/safe-address.ts';
import type { Problem } from '../../refusal.ts';
import { isWebAddress } from '../../resources/vocabulary/formats.ts';
import type { Judged } from '../../schema/validator.ts';
import { secretBytes } from '../../webhooks/signature.ts';

/** The pointer of a webhook in a body. */
const pointer = '/webhook';

/** The problems of a webhook's URL, with a lookup of its host; none if the URL is absent. */
export async function urlFaults(url: unknown, rules: AddressRules): Promise<Problem[]> {
  if (typeof url !== 'string') return [];
  const message = await addressProblem(url, rules);
  if (message === null) return [];
  return [{ pointer: `${pointer}/url`, code: isWebAddress(url) ? 'not_allowed' : 'invalid_format', message }];
}

/** The problems of a secret that the client provides. */
export function secretFaults(secret: unknown): Problem[] {
  if (typeof secret !== 'string' || secretBytes(secret) !== null) return [];
  const message = 'must be whsec_ and 24 to 64 bytes in base64';
  return [{ pointer: `${pointer}/secret`, code: 'invalid_format', message }];
}

/** The schema's problems of a change. The schema has no secret; the problem of a given one names `rotate_secret`. */
export const changeFaults = ({ problems }: Judged): Problem[] =>
  problems.map((problem) =>
    problem.pointer === `${pointer}/secret` ? { ...unchangeable, pointer: problem.pointer } : problem,
  );

const unchangeable = {
  code: 'unknown_field',
  message: 'cannot be changed here; POST /webhooks/{id}/rotate_secret generates another',
} as const;
