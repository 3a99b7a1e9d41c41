import type { PageField } from './page-field.ts';
import { bodyWith, type FieldValues, shownAt, valueAt } from './record-values.ts';
import { timedBody, timedKeys, timedValue } from './timed-date.ts';

/** The value of a field of a record; null if it is empty. */
export const fieldValue = (shape: PageField, record: FieldValues): unknown =>
  shape.timePath === undefined ? valueAt(record, shape.name) : timedValue(shape, record);

/** The fields of a request that hold the value. */
export const fieldBody = (shape: PageField, value: unknown): FieldValues =>
  shape.timePath === undefined ? bodyWith(shape.path, value) : timedBody(shape, value);

/** The keys of a record that has the value. */
export const fieldKeys = (shape: PageField, record: FieldValues, value: unknown): FieldValues =>
  shape.timePath === undefined ? shownAt(record, shape.name, value) : timedKeys(shape, value);
