import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/domain/rule.ts';
import type { Value } from '../../src/resources/resource.ts';
import { contextOf, create, faults, remove, row, update } from './support.ts';

const context = contextOf();
const ann = row('1', { first_name: 'Ann', last_name: 'Lee', name: 'Ann Lee', email: 'ann@lee.test' });

describe('the name of a person', () => {
  it.each<[Values, Value]>([
    [{ first_name: 'Ann', last_name: 'Lee' }, 'Ann Lee'],
    [{ first_name: 'Ann' }, 'Ann'],
    [{ last_name: 'Lee' }, 'Lee'],
    [{ first_name: ' ', last_name: 'Lee' }, 'Lee'],
    [{ first_name: 'Ann Marie', last_name: 'van der Lee' }, 'Ann Marie van der Lee'],
    [{ email: 'ann@lee.test' }, null],
  ])('with %j is %s', (given, name) => {
    for (const plural of ['contacts', 'users']) expect(create(plural, given, context).row['name'] ?? null).toBe(name);
  });

  it('changes with its parts', () => {
    expect(update('contacts', ann, { last_name: 'Kim' }, context).row['name']).toBe('Ann Kim');
    expect(update('contacts', ann, { last_name: null }, context).row['name']).toBe('Ann');
    expect(update('contacts', ann, { first_name: null, last_name: null }, context).row['name']).toBeNull();
  });
});

describe('a contact', () => {
  it.each<Values>([{ first_name: 'Ann' }, { last_name: 'Lee' }, { email: 'ann@lee.test' }])(
    'can be created with %j',
    (given) => {
      expect(faults(create('contacts', given, context))).toEqual([]);
    },
  );

  it.each<Values>([{}, { job_title: 'Owner' }, { first_name: '  ' }, { email: null }])(
    'cannot be created with %j',
    (given) => {
      expect(faults(create('contacts', given, context))).toEqual([' required']);
    },
  );

  it('keeps a first name, a last name or an email address', () => {
    const named = row('2', { first_name: 'Ann', last_name: null, email: null });
    expect(faults(update('contacts', named, { first_name: null }, context))).toEqual(['/first_name required']);
    expect(faults(update('contacts', ann, { first_name: null, last_name: null, email: null }, context))).toEqual([
      '/first_name required',
      '/last_name required',
      '/email required',
    ]);
    expect(faults(update('contacts', named, { first_name: null, email: 'ann@lee.test' }, context))).toEqual([]);
    expect(faults(update('contacts', ann, { email: null }, context))).toEqual([]);
  });

  it('can always be deleted', () => {
    expect(faults(remove('contacts', row('3'), context))).toEqual([]);
  });
});

describe('the users of an account', () => {
  const admin = row('1', { role: 'admin', email: 'a@b.test' });
  const member = row('2', { role: 'member', email: 'c@d.test' });
  const former = row('3', { role: 'admin', email: 'e@f.test', deleted_at: '2026-01-01T00:00:00Z' });
  const alone = contextOf({ families: { users: [admin, member, former] } });
  const together = contextOf({ families: { users: [admin, member, { ...former, deleted_at: null }] } });

  it('are members by default', () => {
    expect(create('users', { email: 'x@y.test' }, alone).row['role']).toBe('member');
    expect(create('users', { email: 'x@y.test', role: 'viewer' }, alone).row['role']).toBe('viewer');
    expect(update('users', row('4', { role: 'viewer' }), { role: null }, alone).row['role']).toBe('member');
  });

  it.each<[string, Values]>([
    ['made a member', { role: 'member' }],
    ['left without a role', { role: null }],
  ])('always include an admin: the last one cannot be %s', (_, patch) => {
    expect(update('users', admin, patch, alone).refusal?.code).toBe('conflict');
    expect(update('users', admin, patch, together).refusal).toBeUndefined();
  });

  it('always include an admin: the last one cannot be deleted', () => {
    expect(remove('users', admin, alone).refusal?.code).toBe('conflict');
    expect(remove('users', admin, together).refusal).toBeUndefined();
    expect(remove('users', member, alone).refusal).toBeUndefined();
  });

  it('always include an admin who can sign in', () => {
    const families = { users: [admin, member, { ...former, deleted_at: null }] };
    const none = contextOf({ families, signIns: ['1', '2'] });
    for (const leaving of [remove('users', admin, none), update('users', admin, { role: 'member' }, none)])
      expect(leaving.refusal?.message).toMatch(/^No other admin of the account can sign in\./);
    expect(remove('users', { ...former, deleted_at: null }, none).refusal).toBeUndefined();
    expect(remove('users', admin, contextOf({ families, signIns: ['1', '3'] })).refusal).toBeUndefined();
  });

  it('can change the other fields of the last admin', () => {
    expect(update('users', admin, { first_name: 'Ann', role: 'admin' }, alone).refusal).toBeUndefined();
  });
});
