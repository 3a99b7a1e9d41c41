import { resourceOf } from '../../resources/index.ts';
import { api } from '../data/api.ts';
import type { Found } from '../record/use-found.ts';

/** The fields of a new record of which only the name is known. */
const named: Readonly<Record<string, (name: string) => Readonly<Record<string, string>>>> = {
  companies: (name) => ({ name }),
  contacts: (name) => {
    const [, first = '', last = name] = /^(.*)\s+(\S+)$/.exec(name) ?? [];
    return first === '' ? { last_name: last } : { first_name: first, last_name: last };
  },
};

export const canMakeNamed = (plural: string): boolean => plural in named;

/** Makes a company or a contact of which only the name is known. */
export async function makeNamed(plural: string, name: string): Promise<Found> {
  const { singular } = resourceOf(plural);
  const fields = named[plural]?.(name);
  const { body } = await api.send<Record<string, Found>>({
    method: 'POST',
    path: `/${plural}`,
    body: { [singular]: fields },
  });
  return body[singular] as Found;
}
