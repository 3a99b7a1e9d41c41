import type { Field } from '../../resources/fields.ts';
import { includableNames } from '../../resources/includes.ts';
import { hasCustomFields } from '../../resources/list-fields.ts';
import { requestName, type Resource } from '../../resources/resource.ts';
import type { CustomField, FirmDirectory } from '../data/directory.ts';
import { customKind } from './custom-kinds.ts';
import type { FieldView } from './field-view.ts';
import { viewOf } from './field-views.ts';
import { labelOf } from '../../resources/labels.ts';
import { phone, website } from './views/text-views.ts';

/** A field of a record as the page shows and edits it: one of the declaration, or one that the firm defined. */
export interface PageField {
  /** Its place in a record: `company`, `custom_fields/roof_type`. */
  readonly name: string;
  /** Its place in a request, as in the pointers of faults: `company_id`, `custom_fields/roof_type`. */
  readonly path: string;
  readonly label: string;
  readonly field: Field;
  readonly view: FieldView;
  /** Of a date that takes its time of day too: where the instant stands in a request. */
  readonly timePath?: string;
}

/** The fields that a page can show, by name, also those that answers leave out unless they are asked for. */
export const shownFields = (resource: Resource): (readonly [name: string, field: Field])[] => {
  const includable = includableNames(resource);
  return Object.entries(resource.fields).filter(
    ([name, field]) => !field.internal && !field.secret && (!field.unlisted || includable.includes(name)),
  );
};

/** The fields that the page of a record shows: figures of other records stand there in lists of their own. */
export const ownFields = (resource: Resource): (readonly [name: string, field: Field])[] =>
  shownFields(resource).filter(([, field]) => !field.gathered);

export const pageField = (name: string, field: Field, { plural }: Pick<Resource, 'plural'>): PageField => ({
  name,
  path: requestName(name, field),
  label: labelOf(name, plural),
  field,
  view: viewNamed(name) ?? viewOf(field),
});

/** The view of a text that is more than a text, as its name says. */
function viewNamed(name: string): FieldView | null {
  if (name.endsWith('phone')) return phone;
  return name === 'website' ? website : null;
}

/** The definitions of the fields that the firm defined for records of the resource. */
export const definitionsOf = (resource: Resource, { custom_fields: defined }: FirmDirectory): readonly CustomField[] =>
  hasCustomFields(resource) ? defined.filter(({ model }) => model === resource.singular) : [];

/** The fields that the firm defined for records of the resource. */
export const customFieldsOf = (resource: Resource, directory: FirmDirectory): readonly PageField[] =>
  definitionsOf(resource, directory).map((definition) => {
    const path = `custom_fields/${definition.api_name}`;
    return { name: path, path, label: definition.name, ...customKind(definition) };
  });

/** Whether people can change the field of a record. */
export const isEditable = ({ view, field }: PageField): boolean =>
  view.edit !== undefined && !field.readOnly && !field.derived && !field.fixed;
