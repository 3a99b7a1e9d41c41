import { describe, expect, it } from 'vitest';
import { exemptions } from '../support/statements/exemptions.ts';
import { asProgram, checkStatements, keepStatement } from '../support/statements/sent-statements.ts';
import { unboundTables } from '../support/statements/unbound-tables.ts';

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

  it('exempts few statements, each with a reason, and none that writes or locks', () => {
    expect(exemptions.length).toBeLessThanOrEqual(13);
    for (const { statement, reason } of exemptions) {
      expect(reason).not.toBe('');
      expect(statement.source).not.toMatch(/insert|update|delete|lock|for /);
    }
  });
});
