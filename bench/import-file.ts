import { kinds } from './firm.ts';
import { cities, lastNames, places, words } from './names.ts';
import { randomOf } from './random.ts';

const header = 'Job No.,Project Name,Client,City,State,Bid Date,Bid Amount,Square Feet\r\n';

/** The mapping of the file: each row is a project, and names its client, who is made unless there is one. */
export const mapping = {
  upsert_by: ['external_id'],
  columns: [
    { from: ['Job No.'], to: 'external_id' },
    { from: ['Project Name'], to: 'name' },
    { from: ['Client'], to: 'company.name' },
    { from: ['City'], to: 'address.city' },
    { from: ['State'], to: 'address.state' },
    { from: ['Bid Date'], to: 'bid_due_date', transform: [{ date: 'MM/dd/yyyy' }] },
    { from: ['Bid Amount'], to: 'amount', transform: [{ number: {} }] },
    { from: ['Square Feet'], to: 'square_feet', transform: [{ number: {} }] },
  ],
  references: { company: { by: 'name', missing: 'create' } },
};

/** A bid log with this number of rows in parts. A tenth as many clients recur in it. */
export function* fileOf(rows: number): Generator<string> {
  yield header;
  let part = '';
  for (let index = 0; index < rows; index += 1) {
    part += rowOf(index, rows);
    if (part.length < 65_536) continue;
    yield part;
    part = '';
  }
  yield part;
}

function rowOf(index: number, rows: number): string {
  const random = randomOf(2, 'import', index);
  const client = random.whole(1, Math.ceil(rows / 10));
  const named = randomOf(2, 'client', client);
  const city = random.pick(cities);
  const date = `${random.whole(1, 12)}/${random.whole(1, 28)}/202${random.whole(4, 7)}`;
  return [
    `B-${index + 1}`,
    `${random.pick(places)} ${random.pick(kinds)} ${random.whole(1, 999)}`,
    `${named.pick(words)} ${named.pick(lastNames)} ${client} LLC`,
    ...[
      city.name,
      city.state,
      date,
      `"$${random.whole(1, 99)},${random.whole(100, 999)},000"`,
      `${random.whole(10, 900)}00\r\n`,
    ],
  ].join(',');
}
