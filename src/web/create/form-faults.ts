import { Refused } from '../../client/problem.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PageField } from '../fields/page-field.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import type { FormFault } from './form-values.ts';

/** The faults that the service found, each at its field. */
export function faultsOf(
  error: unknown,
  { singular }: Pick<Resource, 'singular'>,
  fields: readonly PageField[],
): readonly FormFault[] {
  if (!(error instanceof Refused) || error.faults.length === 0) return [{ path: null, message: reasonOf(error) }];
  return error.faults.map(({ pointer = '', message, existing_id: existingId }) => {
    const place = pointer.replace(`/${singular}`, '').replace(/^\//, '');
    const field = fields.find(({ path, timePath }) => [path, timePath].some((one) => isWithin(place, one)));
    const said = `${field?.label ?? place} ${message}.`;
    const existing = typeof existingId === 'string' ? { existingId } : {};
    return { path: field?.path ?? null, message: said.trim(), ...existing };
  });
}

const isWithin = (place: string, path: string | undefined): boolean =>
  path !== undefined && (place === path || place.startsWith(`${path}/`));
