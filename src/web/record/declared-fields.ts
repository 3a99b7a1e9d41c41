import type { Resource } from '../../resources/resource.ts';
import { ownFields, pageField, type PageField } from '../fields/page-field.ts';
import { joinTimes } from '../fields/timed-date.ts';

/** The declared fields of a record by name. A date has its time of day with it. */
export const declaredFields = (resource: Resource): ReadonlyMap<string, PageField> =>
  new Map(
    joinTimes(ownFields(resource).map(([name, field]) => pageField(name, field, resource))).map((field) => [
      field.name,
      field,
    ]),
  );
