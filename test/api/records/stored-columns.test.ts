import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Field } from '../../../src/resources/fields.ts';
import { resources } from '../../../src/resources/index.ts';
import { columnsOf, type Resource } from '../../../src/resources/resource.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

it.each(resources)(
  'the table of $plural has a nullable column for exactly the fields that may be null',
  async (resource) => {
    expect(await nullable(resource)).toEqual(
      stored(resource)
        .filter(({ field }) => mayBeNull(field))
        .map(({ name }) => name)
        .sort(),
    );
  },
);

/** A field with several references has its own table. */
const stored = (resource: Resource) => columnsOf(resource).filter(({ field }) => field.kind !== 'references');

const mayBeNull = ({ kind, required, filled, empty }: Field): boolean =>
  !required && !filled && empty === undefined && kind !== 'texts' && kind !== 'custom_fields';

async function nullable(resource: Resource): Promise<string[]> {
  const found = await service.engine.query<{ name: string }>(
    `select attname as name from pg_attribute
    where attrelid = $1::regclass and not attnotnull and not attisdropped and attname = any($2::text[])`,
    [resource.plural, stored(resource).map(({ name }) => name)],
  );
  return found.map(({ name }) => name).sort();
}
