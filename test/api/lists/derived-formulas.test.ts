import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf, zoneOffsets } from '../../../src/domain/calendar.ts';
import { derivations } from '../../../src/domain/index.ts';
import { closeTypes } from '../../../src/resources/vocabulary/choices.ts';
import { wireTime } from '../../../src/resources/vocabulary/formats.ts';
import type { RecordNamed } from '../../../src/resources/index.ts';
import type { Row } from '../../../src/resources/resource.ts';
import { derivedExpression } from '../../../src/store/query/derived-values.ts';
import { newBinding } from '../../../src/store/query/binding.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

const names = ['stage_age', 'pursuit_duration', 'project_status', 'is_overdue'];

const zones = [
  ...['America/Chicago', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'UTC'],
  ...['Australia/Lord_Howe', 'Europe/London', 'Africa/Casablanca', 'America/Asuncion', 'Asia/Tehran', 'Pacific/Apia'],
];

const instant = fc
  .date({ min: new Date('2009-01-01T00:00:00Z'), max: new Date('2030-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map(wireTime);
/** Instants around midnight in any zone, where the day changes. */
const near = (days: number) =>
  fc
    .integer({ min: -days * 96, max: days * 96 })
    .chain((quarters) => fc.constantFrom(-1, 0, 1).map((shift) => quarters * 900_000 + shift));
const day = instant.map((text) => text.slice(0, 10));

const project = fc.record({
  since: near(40),
  created: near(400),
  close_type: fc.constantFrom(null, null, ...closeTypes),
  project_stage_id: fc.constantFrom('1', '2', '3'),
  award_date: fc.option(day),
  start_date: fc.option(day),
  end_date: fc.option(day),
  due: fc.option(near(3)),
  hasTime: fc.boolean(),
  isSubmitted: fc.boolean(),
});

const stages: ReadonlyMap<string, Row> = new Map(
  [
    ['1', 'open'],
    ['2', 'won'],
    ['3', 'lost'],
  ].map(([id = '', category = '']) => [id, { id, category } as unknown as Row]),
);

it('derived fields have the same values in SQL and in records, in every zone and on every day', async () => {
  const derivation = derivations['projects'];
  await fc.assert(
    fc.asyncProperty(
      instant,
      fc.constantFrom(...zones),
      fc.array(project, { minLength: 40, maxLength: 60 }),
      async (now, timeZone, drawn) => {
        const today = dayOf(now, timeZone) ?? '';
        const at = (shift: number) => wireTime(new Date(Date.parse(now) + shift));
        // Some dates are today, because the status changes on that day.
        const close = (date: string | null, index: number) => (index % 3 === 0 && date !== null ? today : date);
        const rows = drawn.map(({ since, created, start_date: start, end_date: end, due, ...rest }, index) => ({
          ...{ ...rest, stage_changed_at: at(since), created_at: at(created) },
          ...{ start_date: close(start, index), end_date: close(end, index + 1) },
          ...{
            bid_due_at: due === null ? null : at(due),
            bid_due_date: due === null ? null : dayOf(at(due), timeZone),
          },
          ...{ bid_due_at_includes_time: rest.hasTime, submitted_at: rest.isSubmitted ? now : null },
        }));
        const { starts, seconds } = zoneOffsets(timeZone, now);
        const binding = newBinding(JSON.stringify(rows), {
          ...{ now, today, wonStageIds: ['2'], userId: '1' },
          ...{ offsetStarts: starts, offsetSeconds: seconds },
        });
        const columns = names.map((name) => `${derivedExpression('projects', name, binding).sql} as ${name}`);
        const told = await service.engine.query(
          `select ${columns.join(', ')} from (select ordinality, r.* from
            jsonb_array_elements($1::jsonb) with ordinality as e (document, ordinality),
            jsonb_to_record(e.document) as r (stage_changed_at timestamptz, created_at timestamptz, close_type text,
              project_stage_id bigint, award_date date, start_date date, end_date date,
              bid_due_at timestamptz, bid_due_date date, bid_due_at_includes_time boolean, submitted_at timestamptz)) t order by t.ordinality`,
          binding.parameters,
        );
        const entries = <Plural extends string>() => stages as ReadonlyMap<string, RecordNamed<Plural>>;
        const context = { now, today, timeZone, entries };
        expect(told).toEqual(rows.map((row) => derivation?.derive(row as unknown as Row, context)));
      },
    ),
    { numRuns: 60 },
  );
});
