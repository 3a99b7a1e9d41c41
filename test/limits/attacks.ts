import { randomUUID } from 'node:crypto';
import { runsOf } from '../support/endurance.ts';
import { tokens } from '../support/service/template.ts';
import { hoardAnswers, stallBodies } from './slow-clients.ts';
import type { Subject } from './subject.ts';

/** The most expensive requests that a firm can send within the documented limits, with their preparation. */
export interface Attack {
  readonly title: string;
  readonly prepare?: (subject: Subject) => Promise<void>;
  readonly attack: (subject: Subject) => Promise<void>;
}

const mebibyte = 2 ** 20;

/** The most rows of a bulk. */
const mostRows = 10_000;

/** Rows of a bulk and records that are changed at once; `npm run endurance` takes as many as a bulk may have. */
const many = runsOf(1000, mostRows);

/** The rows of an attack that fills a bulk with few long rows: the service judges them chunk by chunk. */
const longRows = (most: number): number => Math.ceil((most * many) / mostRows);

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns distinct words of eight characters each. */
const distinctWords = (first: number, count: number): string =>
  numbers(count)
    .map((index) => (first + index).toString(36).padStart(8, 'q'))
    .join(' ');

/**
 * Sends one request. @param expected the statuses of a valid attack; with any other status the attack has not happened.
 */
const ask =
  (expected: readonly number[], method: string, path: string, body?: () => unknown): Attack['attack'] =>
  async ({ send }) => {
    const { status, text } = await send(method, path, body?.());
    if (!expected.includes(status)) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 500)}`);
  };

const bulkOf = (plural: string, rows: () => readonly unknown[], expected = [200]): Attack['attack'] =>
  ask(expected, 'POST', `/${plural}/bulk`, () => ({ [plural]: rows() }));

const keys = (prefix: string, count: number): Record<string, number> =>
  Object.fromEntries(numbers(count).map((index) => [`${prefix}${index}`, 1]));

/** Makes the records that an attack needs. @throws if the service refuses them. */
async function fill({ send }: Subject, plural: string, rows: readonly unknown[]): Promise<void> {
  const { status, text } = await send('POST', `/${plural}/bulk`, { [plural]: rows });
  if (status !== 200 || text.includes('"failed"')) throw new Error(`${plural} were not made: ${text.slice(0, 500)}`);
}

/** Won projects of 990 states, each in another of forty months. */
const closedProjects = (part: number): readonly unknown[] =>
  numbers(990).map((index) => {
    const month = (index + part * 10) % 40;
    const awardDate = `${2020 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-15`;
    return {
      ...{ name: `Report ${part} ${index}`, address: { state: `State ${index}` } },
      ...{ close_type: 'won', award_date: awardDate, amount: 1000 },
    };
  });

async function made({ send }: Subject, plural: string, body: object): Promise<string> {
  const { status, text } = await send('POST', `/${plural}`, body);
  if (status !== 201) throw new Error(`${plural} were not made: ${text.slice(0, 500)}`);
  const [record] = Object.values(JSON.parse(text) as Record<string, { id: string }>);
  return record?.id ?? '';
}

const definition = (name: string, options: number, model = 'project') => ({
  custom_field: {
    ...{ model, name, field_type: 'select' },
    options: numbers(options).map((index) => `${name} ${index} `.padEnd(255, 'x')),
  },
});

async function tokenMade({ send }: Subject): Promise<string> {
  const { status, text } = await send('POST', '/api_tokens', { api_token: { name: 'Another', scopes: ['write'] } });
  if (status !== 201) throw new Error(`The token was not made: ${text}`);
  return (JSON.parse(text) as { api_token: { token: string } }).api_token.token;
}

const wordy = 65_000;

export const attacks: readonly Attack[] = [
  {
    title: 'a webhook with 40,000 types to filter by',
    attack: ask([422], 'POST', '/webhooks', () => ({
      webhook: { url: 'https://example.com/', filter_types: numbers(40_000).map((index) => `t${index}`) },
    })),
  },
  {
    title: 'a body of a mebibyte with 85,000 unknown keys',
    attack: ask([422], 'POST', '/contacts', () => ({ contact: keys('k', 85_000) })),
  },
  {
    title: 'a body with as many unknown keys as are looked at, each as long as a mebibyte allows',
    attack: ask([422], 'POST', '/contacts', () => ({ contact: keys('k'.repeat(1000), 1000) })),
  },
  {
    title: 'rows of a bulk with 2,000 unknown keys each',
    attack: bulkOf('projects', () =>
      numbers(longRows(249)).map((row) => ({
        ...keys(`k${row % 2}`, 997),
        custom_fields: keys(`c${row % 2}`, 999),
        name: 'A',
      })),
    ),
  },
  {
    title: 'rows of a bulk with 1,000 unknown custom fields each',
    attack: bulkOf('projects', () =>
      numbers(longRows(498)).map((row) => ({ name: 'A', custom_fields: keys(`c${row % 4}_`, 999) })),
    ),
  },
  {
    title: 'a bulk of 16 MiB of empty arrays',
    attack: ask([422], 'POST', '/projects/bulk', () => `{"projects":[${'[],'.repeat((16 * mebibyte - 100) / 3)}[]]}`),
  },
  {
    title: 'a bulk of as many empty arrays as there may be',
    attack: bulkOf('projects', () => numbers(mostRows).map(() => numbers(48).map(() => []))),
  },
  {
    title: 'a bulk of distinct words',
    attack: bulkOf('projects', () =>
      numbers(longRows(240)).map((row) => ({
        name: `Words ${row}`,
        description: distinctWords(row * 7000, wordy / 9),
      })),
    ),
  },
  {
    title: `a bulk of ${many} projects`,
    attack: bulkOf('projects', () =>
      numbers(many).map((row) => ({ name: `Project ${row}`, external_id: `row-${row}`, amount: row })),
    ),
  },
  {
    title: 'the same projects again, each with a change',
    attack: bulkOf('projects', () =>
      numbers(many).map((row) => ({ external_id: `row-${row}`, amount: row + 1, bid_due_date: '2026-12-01' })),
    ),
  },
  {
    title: `${many} short rows for a company of a mebibyte`,
    prepare: async (subject) => {
      const names = numbers(15).map((index) => `long_${index}`);
      for (const name of names) {
        const field = { model: 'company', name, api_name: name, field_type: 'long_text' };
        await made(subject, 'custom_fields', { custom_field: field });
      }
      const values = Object.fromEntries(names.map((name) => [name, 'z'.repeat(65_535)]));
      await fill(subject, 'companies', [{ name: 'Long', external_id: 'long', custom_fields: values }]);
    },
    attack: bulkOf('companies', () =>
      numbers(many).map((row) => ({ external_id: 'long', custom_fields: { long_0: `short ${row}` } })),
    ),
  },
  {
    title: `values that are none of 1,000 options, in ${many} rows`,
    prepare: async (subject) => {
      await made(subject, 'custom_fields', definition('delivery', 1000));
    },
    attack: bulkOf('projects', () =>
      numbers(many).map((row) => ({ name: 'A', custom_fields: { delivery: `no ${row}` } })),
    ),
  },
  {
    title: 'changes of a list when 30 fields have 1,000 options each',
    prepare: async (subject) => {
      for (const index of numbers(30)) {
        const { status } = await subject.send('POST', '/custom_fields', definition(`field_${index}`, 1000, 'company'));
        // A refusal means that the account is as large as it can become.
        if (status !== 201) return;
      }
    },
    attack: async (subject) => {
      // Another try needs another name.
      const name = randomUUID();
      const id = await made(subject, 'divisions', { division: { name } });
      await ask([200], 'PATCH', `/divisions/${id}`, () => ({ division: { name: `${name} East` } }))(subject);
      await ask([200], 'GET', '/divisions')(subject);
      await ask([200, 400], 'GET', '/custom_fields?per_page=500')(subject);
    },
  },
  {
    title: 'leads of one company that are included',
    prepare: async (subject) => {
      const id = await made(subject, 'companies', { company: { name: 'Owner of many' } });
      // Together they are larger than an answer may be.
      const count = Math.min(8200, many);
      const description = 'd'.repeat(Math.ceil(14_000_000 / count));
      const rows = numbers(count).map((row) => ({ name: `L${row}`, company_id: id, description }));
      await fill(subject, 'leads', rows.slice(0, count / 2));
      await fill(subject, 'leads', rows.slice(count / 2));
    },
    attack: ask([400], 'GET', '/companies?name=Owner%20of%20many&include=leads'),
  },
  {
    title: '16 kB of wrong query',
    attack: ask([400], 'GET', `/projects?${'bid_due_date[gt]=1&'.repeat(700)}`),
  },
  {
    title: 'a search in ten words that are everywhere and nowhere',
    attack: ask([200], 'GET', `/projects?q=${encodeURIComponent('project qqqq words 1 2 3 a proj qq zzzzzz')}`),
  },
  {
    title: 'a list that is sorted and filtered by what no index has',
    attack: ask([200, 400], 'GET', '/projects?description[contains]=qqqq&sort=-description&per_page=500'),
  },
  {
    title: 'the last page by its number',
    attack: ask([200], 'GET', `/projects?page=${Math.floor(many / 50)}&per_page=50&sort=work_scope,-square_feet`),
  },
  {
    title: 'a report with as many groups and periods as there may be',
    prepare: async (subject) => {
      for (const part of numbers(4)) await fill(subject, 'projects', closedProjects(part));
    },
    attack: ask([200], 'GET', '/reports/win_loss?group_by=address.state&every=month&from=2020-01-01&to=2023-04-30'),
  },
  {
    title: 'a time zone that moves the bids',
    attack: ask([200], 'PATCH', '/account', () => ({ account: { time_zone: 'Asia/Tokyo' } })),
  },
  {
    title: 'a stage that gives way to another in all projects',
    attack: async (subject) => {
      const { text } = await subject.send('GET', '/project_stages');
      const [first, second] = (JSON.parse(text) as { project_stages: { id: string }[] }).project_stages;
      const path = `/project_stages/${first?.id ?? ''}?replace_with=${second?.id ?? ''}`;
      await ask([204], 'DELETE', path)(subject);
    },
  },
  {
    title: 'users whose passwords are to be hashed, by the dozen',
    attack: async (subject) => {
      const bodies = numbers(24).map(() => ({
        user: { email: `${randomUUID()}@example.com`, role: 'viewer', password: 'a long password of somebody' },
      }));
      await Promise.all(bodies.map((body) => ask([201], 'POST', '/users', () => body)(subject)));
    },
  },
  {
    title: 'archives of the account, by the dozen',
    attack: async (subject) => {
      const answers = await Promise.all(numbers(16).map(() => subject.send('GET', '/account/archive')));
      const statuses = answers.map(({ status }) => status).sort();
      if (statuses[0] !== 200 || statuses.at(-1) !== 429) throw new Error(`archives were answered ${statuses.join()}`);
    },
  },
  {
    title: 'large lists that nobody reads',
    prepare: async (subject) => {
      const rows = numbers(240).map((row) => ({ name: `Long ${row}`, description: 'é'.repeat(30_000) }));
      await fill(subject, 'companies', rows);
    },
    attack: (subject) => hoardAnswers(subject, '/companies?per_page=120&sort=-created_at', 60),
  },
  {
    title: 'bodies that stall before their end, by two tokens of an account',
    attack: async (subject) => stallBodies(subject, '/projects/bulk', [tokens.first, await tokenMade(subject)]),
  },
];
