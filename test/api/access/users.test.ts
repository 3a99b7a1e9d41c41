import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const hashOf = async (userId: string): Promise<string> => {
  const [row] = await service.engine.query<{ hash: string }>('select hash from passwords where user_id = $1::bigint', [
    userId,
  ]);
  return row?.hash ?? '';
};

describe('a user', () => {
  it('has a name that consists of the first and the last name', async () => {
    const user = await make(first, 'users', { first_name: 'Ann', last_name: 'Lee' });
    expect([user.name, user.role]).toEqual(['Ann Lee', 'member']);
    const path = `/users/${user.id}`;
    expect((await first.patch(path, { user: { first_name: null } })).body.user.name).toBe('Lee');
    expect((await first.patch(path, { user: { last_name: '' } })).body.user.name).toBeNull();
  });

  it('has its new name in other records immediately', async () => {
    const user = await make(first, 'users', { first_name: 'Old' });
    const project = await make(first, 'projects', { assigned_to_id: user.id });
    await first.patch(`/users/${user.id}`, { user: { first_name: 'New' } });
    expect((await first.get(`/projects/${project.id}`)).body.project.assigned_to.name).toBe('New');
  });

  it('stays on its records after deactivation, and cannot be assigned to new ones', async () => {
    const user = await make(first, 'users', { first_name: 'Leaving' });
    const project = await make(first, 'projects', { assigned_to_id: user.id });
    expect((await first.delete(`/users/${user.id}`)).status).toBe(204);
    expect((await first.get(`/projects/${project.id}`)).body.project.assigned_to.name).toBe('Leaving');
    const answer = await first.post('/projects', { project: { name: 'T', assigned_to_id: user.id } });
    expect(answer.body.errors).toMatchObject([{ pointer: '/project/assigned_to_id', code: 'invalid_reference' }]);
    const same = { project: { name: 'Still theirs', assigned_to_id: user.id } };
    expect((await first.patch(`/projects/${project.id}`, same)).status).toBe(200);
  });

  it('has a password that the service stores only as a hash', async () => {
    const user = await make(first, 'users', { password: 'correct horse' });
    expect(await verify(await hashOf(user.id), 'correct horse')).toBe(true);
    await first.patch(`/users/${user.id}`, { user: { password: 'battery staple' } });
    expect(await verify(await hashOf(user.id), 'battery staple')).toBe(true);
    expect((await first.get(`/users/${user.id}`)).text).not.toContain('password');
    const short = await first.patch(`/users/${user.id}`, { user: { password: 'seven77', email: 'x' } });
    expect(short.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
      ['/user/email', 'invalid_format'],
      ['/user/password', 'too_short'],
    ]);
    expect(await verify(await hashOf(user.id), 'battery staple')).toBe(true);
  });

  it.each([null, ''])('keeps its password if a request sets it to %j', async (password) => {
    const user = await make(first, 'users', { password: 'correct horse' });
    for (const answer of [
      await first.patch(`/users/${user.id}`, { user: { password } }),
      await first.post('/users', { user: { email: 'nobody@example.com', password } }),
    ]) {
      expect([answer.status, answer.body.errors.length]).toEqual([422, 1]);
      expect(answer.body.errors[0]).toMatchObject({ pointer: '/user/password', code: 'required' });
    }
    expect(await verify(await hashOf(user.id), 'correct horse')).toBe(true);
  });

  it('gets no password that others guess first, by whatever way', async () => {
    const user = await make(first, 'users', { first_name: 'Ria', last_name: 'Estevez', password: 'correct horse' });
    const { url } = (await first.post(`/users/${user.id}/password_link`)).body.password_link;
    const { client } = await clientOf(service, { userId: user.id, scopes: ['write'] });
    for (const password of ['Password123!', 'estevez2026']) {
      const me = { password, current_password: 'correct horse' };
      const link = { token: new URL(url as string).hash.slice(1), password };
      const answers = [
        await first.post('/users', { user: { email: 'new@example.com', last_name: 'Estevez', password } }),
        await first.patch(`/users/${user.id}`, { user: { password } }),
        await client.patch('/users/me', { user: me }),
        await service.client(null).post('/session/password', { link }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
      for (const { body } of answers) {
        expect(body.errors).toMatchObject([{ pointer: expect.stringMatching(/\/password$/), code: 'not_allowed' }]);
      }
    }
    expect(await verify(await hashOf(user.id), 'correct horse')).toBe(true);
  });

  it('can read their own record', async () => {
    const user = await make(first, 'users', { first_name: 'Mia', role: 'viewer' });
    const { client } = await clientOf(service, { userId: user.id, scopes: ['read'] });
    expect((await client.get('/users/me')).body.user).toEqual(user);
  });
});

describe('an account', () => {
  it('cannot lose its last admin', async () => {
    const me = (await first.get('/users/me')).body.user;
    const path = `/users/${me.id}`;
    expect((await first.delete(path)).body.code).toBe('conflict');
    expect((await first.patch(path, { user: { role: 'viewer' } })).status).toBe(409);
    expect((await first.patch(path, { user: { role: null } })).status).toBe(409);
    const other = await make(first, 'users', { role: 'admin' });
    // The other admin has neither a password nor a link that sets one.
    for (const leave of [() => first.delete(path), () => first.patch(path, { user: { role: 'viewer' } })]) {
      const { status, body } = await leave();
      expect([status, body.detail]).toEqual([
        409,
        'No other admin of the account can sign in. Give another admin a password, or a link that sets one, first.',
      ]);
    }
    expect((await first.post(`/users/${other.id}/password_link`)).status).toBe(201);
    expect((await first.patch(path, { user: { role: 'viewer' } })).status).toBe(200);
    const { client } = await clientOf(service, { userId: other.id });
    expect((await client.delete(`/users/${other.id}`)).status).toBe(409);
    expect((await client.patch(path, { user: { role: 'admin' } })).status).toBe(200);
  });
});
