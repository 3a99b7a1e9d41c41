import type { Queryable } from '../../database/engine.ts';
import type { Problem } from '../../refusal.ts';
import { resources } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import { quoted } from '../../refusal.ts';
import {
  type Sample,
  sampleFamilies,
  sampleReferences,
  type SampleRow,
  sampleRows,
  usersWithCredentials,
} from '../../store/jobs/sample-rows.ts';

/** The number of records that one statement reads: other requests run in between. */
const recordsAtOnce = 500;

/** The limit of named records. The detail of the refusal has the number of all. */
const mostNamed = 200;

/** The records of the sample data that people have changed or use. */
export interface SampleInUse {
  readonly count: number;
  /** The first of them. */
  readonly problems: readonly Problem[];
}

/** A record of the sample data that stays. */
interface KeptRecord {
  readonly resource: Resource;
  readonly id: string;
  readonly name: string | null;
  readonly reason: 'changed' | 'in use';
}

/**
 * Finds the records of the sample data that another request has changed, and those that records of people refer to. It
 * reads every record of the account once.
 */
export async function sampleInUse(engine: Queryable, sample: Sample, now: Date): Promise<SampleInUse> {
  const scan = new SampleScan();
  // The records that others refer to come first, so that the scan knows them.
  for (const resource of readingOrder) {
    for (let after: string | undefined = '0'; after !== undefined; ) {
      const rows = await sampleRows(engine, resource, sample, { after, most: recordsAtOnce });
      for (const row of rows) if (row.isLive) scan.see(resource, row);
      after = rows.length < recordsAtOnce ? undefined : rows.at(-1)?.id;
    }
  }
  const userIds = scan.idsOf('users');
  for (const id of await usersWithCredentials(engine, sample.accountId, userIds, now)) scan.use('users', id);
  const kept = scan.kept();
  return { count: kept.length, problems: kept.slice(0, mostNamed).map(problemOf) };
}

const readingOrder: readonly Resource[] = [
  ...sampleFamilies.toReversed(),
  ...resources.filter((resource) => !sampleFamilies.includes(resource)),
];

const problemOf = ({ resource: { plural }, id, name, reason }: KeptRecord): Problem => ({
  parameter: 'confirm',
  code: reason === 'changed' ? 'conflict' : 'in_use',
  message: `${plural} ${id}${name === null ? '' : `, ${quoted(name)},`} ${reason === 'changed' ? 'was changed' : 'is in use'}`,
  resource: plural,
  id,
  name,
});

/** The records of the sample data as they are read, family by family. */
class SampleScan {
  readonly #names = new Map<string, Map<string, string | null>>();
  readonly #reasons = new Map<string, Map<string, KeptRecord['reason']>>();

  see(resource: Resource, row: SampleRow): void {
    const { plural } = resource;
    if (row.isSample) {
      entriesOf(this.#names, plural).set(row.id, row.name);
      if (row.isChanged) entriesOf(this.#reasons, plural).set(row.id, 'changed');
      return;
    }
    for (const [column, target] of sampleReferences(resource)) {
      for (const id of [row.references[column] ?? null].flat()) this.use(target, id);
    }
    for (const id of row.customFields) this.use('custom_fields', id);
  }

  idsOf(plural: string): string[] {
    return [...entriesOf(this.#names, plural).keys()];
  }

  /** A record of people, or a credential, names the record. */
  use(plural: string, id: string | null): void {
    const isFree = !entriesOf(this.#reasons, plural).has(id ?? '');
    if (id !== null && isFree && entriesOf(this.#names, plural).has(id)) {
      entriesOf(this.#reasons, plural).set(id, 'in use');
    }
  }

  kept(): KeptRecord[] {
    return readingOrder.flatMap((resource) =>
      [...entriesOf(this.#reasons, resource.plural)].map(([id, reason]) => ({
        ...{ resource, id, reason },
        name: entriesOf(this.#names, resource.plural).get(id) ?? null,
      })),
    );
  }
}

function entriesOf<Value>(of: Map<string, Map<string, Value>>, plural: string): Map<string, Value> {
  const entries = of.get(plural) ?? new Map<string, Value>();
  of.set(plural, entries);
  return entries;
}
