import fc, { type Arbitrary } from 'fast-check';
import { closeTypes, workScopes } from '../../src/resources/vocabulary/choices.ts';

const awry = fc.constantFrom<unknown[]>(5, -1.5, true, [], ['1'], { a: 1 }, 'x'.repeat(70_000), 'a\u0000b', '\ud800');

/** Generates mostly valid values of a field, and sometimes an empty or an invalid one. */
const mostly = (good: Arbitrary<unknown>, ...bad: unknown[]): Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: good, weight: 12 },
    { arbitrary: fc.constantFrom<unknown[]>('', null), weight: 2 },
    { arbitrary: bad.length > 0 ? fc.constantFrom(...bad) : awry, weight: 1 },
    { arbitrary: awry, weight: 1 },
  );

const line = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });

const text = mostly(line, '\u{1f3d7}'.repeat(255), '\u{1f3d7}'.repeat(256), '  ', 'a\udc00');
const count = mostly(fc.nat(), -1, 0.5, 2_147_483_647, 2_147_483_648, '12');
const date = mostly(fc.constantFrom('2026-03-01', '2028-02-29', '1999-12-31'), '2026-02-29', '0000-01-01', '2026-3-1');

/** Generates values that the schema alone can judge. Only a rule checks whether the record or custom field exists. */
const idle = (nothing: unknown, ...bad: unknown[]): Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fc.constantFrom(nothing, null), weight: 12 }, fc.constantFrom(...bad, 7, true, [], ['1']));

const identifier = idle('', { id: '1' }, 'x'.repeat(256));

const dateTimes = fc.constantFrom('2026-03-01T14:00:00Z', '2026-03-01t14:00:00z', '2026-03-01T14:00:00.1234567-06:00');
const noDateTimes = ['2026-03-01T14:00:00', '2026-03-01T24:00:00Z', '2026-03-01T14:00:60Z', '2026-03-01', 0];

const part = mostly(line, 'x'.repeat(255), 'x'.repeat(256));
const addresses = fc.record({ street_address: part, city: part, zip: part }, { requiredKeys: [] });

/** The fields that a client can set in a new project, without values that only a rule refuses. */
const fields: Readonly<Record<string, Arbitrary<unknown>>> = {
  description: mostly(line, '\u{1f3d7}'.repeat(65_535), 'x'.repeat(65_536)),
  project_number: text,
  probability: mostly(fc.double({ min: 0, max: 1, noNaN: true }), 1.0001, -0.1, '0.5'),
  close_type: mostly(fc.constantFrom(...closeTypes), 'Lost', 'open'),
  award_date: date,
  bid_due_date: date,
  bid_due_at: mostly(dateTimes, ...noDateTimes),
  start_date: date,
  square_feet: count,
  units: count,
  amount: mostly(fc.constantFrom(0, 12.34, 9_999_999_999_999.99), 12.345, 10_000_000_000_000, -0.01, '12'),
  work_scope: mostly(fc.constantFrom(...workScopes), 'NEW_CONSTRUCTION'),
  address: mostly(addresses, { town: 'Austin' }, { city: 5 }, 'Austin'),
  external_id: mostly(fc.uuid(), 'x'.repeat(256)),
  company: idle(
    null,
    {},
    { note: 'x' },
    { id: 5 },
    { external_id: null },
    { external_id: 'x', name: 'y' },
    'Northline',
  ),
  company_id: identifier,
  contact_id: identifier,
  assigned_to_id: identifier,
  lead_source_id: identifier,
  division_id: identifier,
  custom_fields: idle({}, 'none'),
  // The service accepts and ignores the keys that only responses have.
  id: fc.jsonValue(),
  created_at: fc.jsonValue(),
  created_by: fc.jsonValue(),
  stage_age: fc.jsonValue(),
};

const project: Arbitrary<Record<string, unknown>> = fc
  .tuple(
    mostly(
      line.filter((name) => /\S/.test(name)),
      ' ',
      '\u{1f3d7}'.repeat(256),
    ),
    fc.subarray(Object.keys(fields), { maxLength: 5 }),
    fc.oneof({ arbitrary: fc.constant({}), weight: 30 }, fc.constantFrom({ nmae: 'Riverside' }, { stage: null })),
  )
  .chain(([name, given, unknown]) =>
    fc
      .record(Object.fromEntries(given.map((key) => [key, fields[key] ?? fc.constant(null)])))
      .map((known) => ({ name, ...known, ...unknown })),
  );

/** Bodies that create a project; about half of them are valid. */
export const projectBodies: Arbitrary<unknown> = fc.oneof(
  { arbitrary: project.map((given) => ({ project: given })), weight: 30 },
  { arbitrary: project, weight: 1 },
  { arbitrary: project.map((given) => ({ project: given, projects: [given] })), weight: 1 },
  {
    arbitrary: fc.constantFrom<unknown[]>({ project: {} }, { project: null }, { project: [] }, [], null, 7),
    weight: 1,
  },
);
