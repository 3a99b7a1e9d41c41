import { acceptedFields, type Resource } from '../../resources/resource.ts';
import type { Directory } from '../data/directory.ts';
import { customFieldsOf, pageField, type PageField } from '../fields/page-field.ts';
import { joinTimes } from '../fields/timed-date.ts';
import { laterFields, outcomeFields, usualFields } from './usual-fields.ts';

/** The fields of a form: those that it shows at first, and those that it shows on request. */
export interface FormFields {
  readonly first: readonly PageField[];
  readonly more: readonly PageField[];
}

/** The fields with which people make a record: the required ones first, then the usual ones. */
export function formFieldsOf(resource: Resource, directory: Directory): FormFields {
  const { [resource.plural]: outcome = [] } = outcomeFields;
  const joined = joinedFields(resource, directory, 'create').filter(({ name }) => !outcome.includes(name));
  const { [resource.plural]: usual = [] } = usualFields;
  const { [resource.plural]: later = [] } = laterFields;
  const rank = ({ name, field }: PageField): number => {
    if (field.required) return -1;
    return usual.includes(name) ? usual.indexOf(name) : usual.length;
  };
  const first = joined.filter((field) => rank(field) < usual.length).sort((one, other) => rank(one) - rank(other));
  const place = ({ name }: PageField): number => (later.includes(name) ? later.indexOf(name) : later.length);
  const more = joined.filter((field) => !first.includes(field)).sort((one, other) => place(one) - place(other));
  return { first, more };
}

/** The fields that a form can send, also those that the firm defined. A date and its time of day are one field. */
export function joinedFields(
  resource: Resource,
  directory: Directory,
  action: 'create' | 'update',
): readonly PageField[] {
  const declared = acceptedFields(resource, action).map(([name, field]) => pageField(name, field, resource));
  const all = [...declared, ...customFieldsOf(resource, directory)].filter(({ view }) => view.edit !== undefined);
  return joinTimes(all);
}
