import type { Resource } from '../../resources/resource.ts';
import { pageField, type PageField, shownFields } from '../fields/page-field.ts';
import { joinTimes } from '../fields/timed-date.ts';

/** The declared fields of a record by name. A date has its time of day with it. */
export const declaredFields = (resource: Resource): ReadonlyMap<string, PageField> =>
  new Map(
    joinTimes(shownFields(resource).map(([name, field]) => pageField(name, field, resource))).map((field) => [
      field.name,
      field,
    ]),
  );
