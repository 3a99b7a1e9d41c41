import { expect } from 'vitest';
import { eventually } from '../../support/delivery/delivering.ts';
import { Browsing } from '../../support/service/browsing.ts';
import type { Player } from './player.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 ' +
  'Mobile/15E148 Safari/604.1';

/** Plays how people sign in with a browser, and what they do with their sessions. */
export async function useBrowser(player: Player, userId: string): Promise<void> {
  const { service } = player;
  const office = new Browsing(service, { 'user-agent': chrome, 'x-forwarded-for': '203.0.113.7' });
  const phone = new Browsing(service, { 'user-agent': iPhone, 'x-forwarded-for': '198.51.100.24' });
  const { password_link: link } = await player.play('createPasswordLink', { path: { id: userId } });
  const use = { token: new URL(link.url).hash.slice(1), password: 'granite and mortar' };
  const { session } = await player.play('usePasswordLink', { body: { link: use }, by: office });
  const { email } = session.user;
  const asked = { email, password: use.password };
  await player.play('createSession', { body: { session: { ...asked, remember: true } }, by: phone });
  await player.play('showSession', { by: office });
  await player.play('listSessions', { by: office });
  await changeOwn(player, office, use.password);
  await refuseSignIns(player, asked);
  await listFailures(player);
  const again = await player.play('createSession', {
    name: 'chosen',
    summary: 'After 409: with the account that the user has chosen',
    body: { session: { email, password: 'lime and granite', account_id: session.account.id } },
    by: phone,
  });
  await player.play('endSession', { path: { id: again.session.id }, by: office });
  await player.play('deleteSession', { by: office });
}

async function changeOwn(player: Player, by: Browsing, password: string): Promise<void> {
  const names = { user: { first_name: 'Maria' } };
  await player.play('updateMe', { name: 'names', summary: 'Change your name', body: names, by });
  const user = { password: 'lime and granite', current_password: password };
  await player.play('updateMe', { name: 'password', summary: 'Change your password', body: { user }, by });
}

/** The service stores a failure after its answer. */
async function listFailures(player: Player): Promise<void> {
  await eventually(async () => {
    const { failed_sign_ins: failures } = (await player.service.first.get('/failed_sign_ins')).body;
    expect(failures.length).toBeGreaterThan(0);
  });
  await player.play('listFailedSignIns');
}

async function refuseSignIns(player: Player, session: { email: string; password: string }): Promise<void> {
  const by = new Browsing(player.service, { 'x-forwarded-for': '198.51.100.99' });
  await player.refuse('invalid_credentials', { id: 'createSession', body: { session }, by });
  const headers = { 'sec-fetch-site': 'cross-site' };
  await player.refuse('cross_site', { id: 'createSession', body: { session }, by, headers });
  const user = { email: session.email, password: 'lime and granite' };
  await player.service.second.post('/users', { user });
  await player.refuse('choose_account', { id: 'createSession', body: { session: user }, by });
}
