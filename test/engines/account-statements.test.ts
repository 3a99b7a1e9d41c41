import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../support/programs/scratch-engines.ts';
import { carriedPlaces, insertsWithin, namelessRows } from '../support/statements/carried-parts.ts';
import { exemptions, ofOneServer, type RuleName } from '../support/statements/exemptions.ts';
import { asProgram, checkStatements, keepStatement } from '../support/statements/sent-statements.ts';
import { unboundTables } from '../support/statements/unbound-tables.ts';
import { unstableExpressions } from '../support/statements/unstable-expressions.ts';

describe('a statement goes to one shard', () => {
  it.each([
    'select t.id from projects t where t.account_id = $1::bigint and t.id = $2::bigint',
    'select id from projects where $1 = account_id',
    'select id from accounts where id = $1::bigint for key share',
    `select t.id, c.name from (select * from projects where account_id = $1) t
      left join companies c on c.account_id = $1::bigint and c.id = t.company_id`,
    'select exists (select from company_industries l where l.account_id = $1 and l.company_id = t.id) from (select 1 as id) t',
    'with held as (select id from users where account_id = $1) select id from held',
    'insert into tasks (title, account_id) values ($2, $1::bigint)',
    'insert into tasks (account_id, title) select $1::bigint, r.title from jsonb_to_recordset($2::jsonb) as r(title text)',
    'update tasks t set title = r.title from unnest($2::text[]) r(title) where t.account_id = $1 and t.title = r.title',
    'delete from tasks where account_id = $1::bigint',
    'select id from api_tokens where hash = $1',
    `select relname from pg_class`,
    'begin',
  ])('%s', async (text) => {
    expect(await unboundTables(text)).toEqual([]);
  });
});

describe('a statement goes to more than one shard', () => {
  it.each([
    ['select t.id from projects t where t.id = $1', ['t']],
    ['select p.id from projects p join companies c on c.id = p.company_id where p.account_id = $1', ['c']],
    ['select p.id from projects p join companies c on c.account_id = p.account_id where p.account_id = $1', ['c']],
    // The condition of a left join does not limit the rows of its left side.
    ['select p.id from projects p left join companies c on p.account_id = $1 and c.account_id = $1', ['p']],
    ['select p.id from projects p where p.account_id = $1 or p.id = $2', ['p']],
    ['select p.id from projects p where not p.account_id = $1', ['p']],
    ['select p.id from projects p where p.account_id = any($1::bigint[])', ['p']],
    ['select p.id from projects p where p.account_id > $1', ['p']],
    ['select p.id from projects p where p.account_id = 1', ['p']],
    [
      `select t.id, (select count(*) from tasks s where s.account_id = t.account_id and s.project_id = t.id)
      from projects t where t.account_id = $1`,
      ['s'],
    ],
    ['select id from a, lateral (select 1 from users u where u.account_id = a.account_id) b', ['u']],
    ['with tasks as (select * from tasks) select * from tasks', ['tasks']],
    ['with old as (select id from users) delete from tasks t using old where t.account_id = $1', ['users']],
    ['update tasks set title = $1 where id = $2', ['tasks']],
    ['update tasks t set title = $1 from users u where t.account_id = $2 and u.account_id = t.account_id', ['u']],
    ['delete from tasks t using users u where u.account_id = $1 and t.id = u.id', ['t']],
    ['delete from tasks where ctid = any($1::tid[])', ['tasks']],
    [
      'insert into tasks (account_id, title) select u.account_id, u.name from users u where u.account_id = $1',
      ['tasks'],
    ],
    ['insert into tasks (account_id, title) values ($1, $2), (2, $3)', ['tasks']],
    ['insert into tasks (title) values ($1)', ['tasks']],
    ['insert into accounts (name) values ($1)', ['accounts']],
    ['select 1 from users u, tasks t where u.account_id = $1 and t.account_id = $2', ['u by $1', 't by $2']],
  ])('%s', async (text, aliases) => {
    expect(await unboundTables(text)).toEqual(aliases);
  });
});

describe('a sharded Postgres takes an expression', () => {
  it.each([
    `update tokens set expires_at = coalesce(to_timestamp($4::double precision + idle), expires_at) where id = $1`,
    `update webhooks t set next_at = turn.at from (select id, next_at + make_interval(secs => 1) as at from webhooks) turn`,
    `select case when $2::timestamptz - next_at > interval '1 day' then 1 end from webhooks`,
    `select * from jsonb_to_recordset(jsonb_build_array($1::jsonb)) as r(name text)`,
    `select now()`,
    `select case when closed then ((made_at at time zone 'UTC') + shift * interval '1 second')::date end from projects`,
  ])('%s', async (text) => {
    expect(await unstableExpressions(text)).toEqual([]);
  });
});

describe('a sharded Postgres refuses an expression', () => {
  it.each([
    [`update t set expires_at = coalesce($2::timestamptz + idle * interval '1 second', expires_at)`, 'A_Expr'],
    [`update webhooks t set next_at = t.next_at + make_interval(secs => 1)`, 'A_Expr'],
    [`update webhooks set paused = true where next_at > $1::timestamptz + make_interval(secs => rate)`, 'A_Expr'],
    [`select case when next_at > $1 then to_char(next_at, 'YYYY') end from webhooks`, 'FuncCall'],
    [`insert into webhooks (name) select r.name from jsonb_to_record($2::jsonb) as r(name text)`, 'jsonb_to_record'],
  ])('%s', async (text, expression) => {
    expect(await unstableExpressions(text)).toEqual([expression]);
  });
});

describe('a sharded Postgres carries an insert over the coordinator', () => {
  it.each([
    ['insert into tasks (account_id, title) select $1::bigint, $2', []],
    ['with old as (select 1) insert into tasks (account_id, title) select $1::bigint, $2 from old', []],
    ['with told as (update tasks set title = $2 where account_id = $1 returning id) select id from told', []],
    [
      `with made as (insert into tasks (account_id) values ($1)), told as (insert into changes (account_id) select $1)
      select 1`,
      ['tasks', 'changes'],
    ],
  ])('%s', async (text, tables) => {
    expect(await insertsWithin(text)).toEqual(tables);
  });
});

describe('a sharded Postgres refuses a place beside an insert', () => {
  const held = 'held as (select ctid as tid from tasks where account_id = $1 for update)';
  const made = 'made as (insert into changes (account_id) values ($1))';
  it.each([
    // One node gets the whole statement.
    [
      `with ${held}, gone as (delete from tasks t using held h where t.account_id = $1 and t.ctid = h.tid) select 1`,
      [],
    ],
    [`with ${held}, ${made} delete from tasks t using held h where t.account_id = $1 and t.id = h.id`, []],
    [`with ${held}, ${made} delete from tasks t using held h where t.account_id = $1 and t.ctid = h.tid`, ['tasks']],
    // The deletion reads its own rows only.
    [
      `with ${made}, gone as (with ${held} delete from tasks where account_id = $1 and ctid in (select tid from held))
      select 1`,
      [],
    ],
    [
      `with ${held}, ${made}, gone as (delete from tasks t using held h where t.account_id = $1 and t.ctid = h.tid)
      select 1`,
      ['tasks'],
    ],
    [
      `with ${held}, ${made}, moved as (update tasks set position = 1 where account_id = $1 and ctid = any(array(
        select tid from held))) select 1`,
      ['tasks'],
    ],
  ])('%s', async (text, tables) => {
    expect(await carriedPlaces(text)).toEqual(tables);
  });
});

describe('a row of several nodes', () => {
  it.each([
    ['select row_to_json(t) from tasks t', []],
    ['select json_agg(t.title) from (select title from tasks) t', []],
    ['select row_to_json(p) from (select title from tasks) p', ['p']],
    ['with p as (select title from tasks) select jsonb_agg(p) from p', ['p']],
  ])('loses its names if it is of a sub-select: %s', async (text, names) => {
    expect(await namelessRows(text)).toEqual(names);
  });
});

describe('the check after each file', () => {
  it('reports the statements of the program, and ignores those of a test', async () => {
    keepStatement('select id from tasks');
    await checkStatements();
    asProgram(() => {
      keepStatement('select t.id from tasks t');
      keepStatement('select t.id from tasks t where t.account_id = $1');
    });
    await expect(checkStatements()).rejects.toThrow(/own account_id with one parameter: t\nselect t\.id from tasks t$/);
    await checkStatements();
  });

  it('reports the statements of an engine that the program opens, such as that of a command', async () => {
    const scratch = await scratchFolder();
    onTestFinished(() => scratch.remove());
    await using engine = await scratch.open();
    const ask = () => engine.query('select u.id from users u').catch(() => undefined);
    await ask();
    await checkStatements();
    await asProgram(ask);
    await expect(checkStatements()).rejects.toThrow(/own account_id with one parameter: u\n/);
  });

  it.each([
    [
      'recursion across accounts, whatever exempts it',
      'with recursive s as (select id from tasks t where t.account_id is not distinct from $1::bigint) select id from s',
      /refuses recursion that does not name the account: t\n/,
    ],
    [
      'rows without names',
      'select row_to_json(p) from (select title from tasks) p',
      /loses the names of this row: p\n/,
    ],
    [
      'an insert within an expression',
      'with made as (insert into tasks (account_id) values ($1) returning id) select id from made',
      /rows of this insert over the coordinator: tasks\n/,
    ],
  ])('reports %s', async (_, text, fault) => {
    asProgram(() => keepStatement(text));
    await expect(checkStatements()).rejects.toThrow(fault);
  });

  it('lets a row of one account be one of a sub-select', async () => {
    asProgram(() => keepStatement('select row_to_json(p) from (select title from tasks where account_id = $1) p'));
    await checkStatements();
  });

  it('exempts few statements, each with a reason, and of those of several accounts none that writes or locks', () => {
    const ofRule = (name: RuleName) => exemptions.filter(({ rule }) => rule === name);
    expect(ofRule('account').length).toBeLessThanOrEqual(12);
    expect(ofRule('insert').length).toBeLessThanOrEqual(5);
    expect([...ofRule('recursion'), ...ofRule('expression'), ...ofRule('place'), ...ofRule('row')]).toEqual([]);
    expect(ofOneServer).toHaveLength(1);
    for (const { reason } of [...exemptions, ...ofOneServer]) expect(reason).not.toBe('');
    for (const { rule, statement } of exemptions) {
      if (rule === 'account') expect(statement.source).not.toMatch(/insert|update|delete|lock|for /);
    }
  });
});
