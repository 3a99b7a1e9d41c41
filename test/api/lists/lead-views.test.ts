import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Resource } from '../../../src/resources/resource.ts';
import { newBinding } from '../../../src/store/query/binding.ts';
import { viewsOf } from '../../../src/store/query/views.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

const now = '2026-03-02T15:00:00Z';

interface Lead {
  readonly archived_at: string | null;
  readonly snooze_until: string | null;
  readonly assigned_to_id: string | null;
  readonly priority: boolean;
}

const lead: fc.Arbitrary<Lead> = fc.record({
  archived_at: fc.constantFrom(null, null, '2026-01-01T00:00:00Z'),
  snooze_until: fc.constantFrom(null, '2026-03-02T14:59:59.999Z', now, '2026-03-02T15:00:00.001Z'),
  assigned_to_id: fc.constantFrom(null, '1', '2'),
  priority: fc.boolean(),
});

const isSnoozed = ({ snooze_until: until }: Lead): boolean => until !== null && Date.parse(until) > Date.parse(now);
const isOpen = (one: Lead): boolean => one.archived_at === null && !isSnoozed(one);

const expected: Readonly<Record<string, (one: Lead) => boolean>> = {
  open: isOpen,
  mine: (one) => isOpen(one) && one.assigned_to_id === '1',
  priority: (one) => isOpen(one) && one.priority,
  unassigned: (one) => isOpen(one) && one.assigned_to_id === null,
  snoozed: (one) => one.archived_at === null && isSnoozed(one),
  archived: (one) => one.archived_at !== null,
  all: () => true,
};

it('each view of leads contains the leads of its kind, and a snoozed lead is open again after its time', async () => {
  const views = viewsOf({ plural: 'leads' } as Resource);
  expect(Object.keys(views)).toEqual(Object.keys(expected));
  await fc.assert(
    fc.asyncProperty(fc.array(lead, { minLength: 30, maxLength: 40 }), async (leads) => {
      const nothing = { today: '2026-03-02', offsetStarts: [], offsetSeconds: [], wonStageIds: [] };
      const binding = newBinding(JSON.stringify(leads), { ...nothing, now, userId: '1' });
      const columns = Object.entries(views).map(([name, view]) => `(${view(binding)}) as "${name}"`);
      const told = await service.engine.query(
        `select ${columns.join(', ')} from (select e.place, r.* from
          jsonb_array_elements($1::jsonb) with ordinality as e (document, place),
          jsonb_to_record(e.document) as r (archived_at timestamptz, snooze_until timestamptz, assigned_to_id bigint,
            priority boolean)) t order by t.place`,
        binding.parameters,
      );
      const shown = told.map((row) => Object.keys(expected).filter((name) => row[name] === true));
      expect(shown).toEqual(leads.map((one) => Object.keys(expected).filter((name) => expected[name]?.(one))));
    }),
    { numRuns: 10 },
  );
});
