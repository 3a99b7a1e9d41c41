import type { Command } from 'commander';
import type { Call } from '../../records/call.ts';
import { isId } from '../../records/references.ts';
import { Refusal } from '../../refusal.ts';
import { scopes as allScopes, type Scope } from '../../resources/choices.ts';
import { isDateTime, wireTime } from '../../resources/formats.ts';
import type { OpenStore } from '../../service.ts';
import { createToken, listTokens, type ListedToken, revokeToken } from '../../store/tokens.ts';
import { callInAccount } from '../accounts.ts';
import { type Check, isName, refuseUnless } from '../checks.ts';
import { facts, print, table } from '../output.ts';
import { storedUsers } from '../stored-users.ts';
import type { Terminal } from '../terminal.ts';
import { userByEmail } from '../user-desk.ts';
import { withStore } from './open-store.ts';

/** `token …`: what programs sign in with. */
export function addTokenCommands(program: Command, terminal: Terminal): void {
  const token = program.command('token').description('the API tokens of an account');
  inAccount(token.command('create').description('make a token; it is shown this once'))
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <scopes>', `${allScopes.join(', ')}, separated by commas; none implies another`)
    .option('--user <email>', 'whose it is; else the first admin')
    .option('--expires-at <date-time>', 'with its offset, such as 2027-01-01T00:00:00Z; else never')
    .action((options: CreateOptions) => create(terminal, options));
  inAccount(token.command('list').description('list the tokens, the newest first')).action((reach: Reach) =>
    list(terminal, reach),
  );
  inAccount(token.command('revoke').description('end a token: the next request with it is refused'))
    .argument('<id>', 'of the token, as listed')
    .action((id: string, reach: Reach) => revoke(terminal, id, reach));
}

const inAccount = (command: Command): Command =>
  command.option('--account <id>', 'may be left out where there is only one').option('--json', 'answer with JSON');

interface Reach {
  readonly account?: string;
  readonly json?: true;
}

interface CreateOptions extends Reach {
  readonly name: string;
  readonly scopes: string;
  readonly user?: string;
  readonly expiresAt?: string;
}

const withCall = <Result>(
  terminal: Terminal,
  { account }: Reach,
  work: (store: OpenStore, call: Call) => Promise<Result>,
): Promise<Result> =>
  withStore(terminal, async (store) => await work(store, await callInAccount(store, account, terminal.clock.now())));

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const { name, user: email, expiresAt, json } = options;
  const given = [...new Set(options.scopes.split(',').map((scope) => scope.trim()))];
  refuseUnless(checksOf({ name, given, expiresAt }, terminal.clock.now()));
  const scopes = allScopes.filter((scope) => given.includes(scope));
  const { id, text } = await withCall(terminal, options, async (store, call) => {
    const { accountId, userId: adminId } = call.actor;
    const userId = email === undefined ? adminId : (await userByEmail(storedUsers(store, call), email)).id;
    const expiry = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) };
    return await createToken(store.engine, { accountId, userId, name, scopes, ...expiry }, call.at);
  });
  print(terminal, {
    json,
    value: {
      api_token: { id, name, scopes, expires_at: expiresAt === undefined ? null : wireTime(expiresAt), token: text },
    },
    text: `Token ${id} has been made.\n\n${facts({ 'API token': text })}\n\nIt is shown this once.`,
  });
}

interface Given {
  readonly name: string;
  readonly given: readonly string[];
  readonly expiresAt: string | undefined;
}

function checksOf({ name, given, expiresAt }: Given, now: Date): Check[] {
  const areScopes = given.every((scope) => (allScopes as readonly string[]).includes(scope));
  const isLater = expiresAt === undefined || (isDateTime(expiresAt) && new Date(expiresAt) > now);
  return [
    ['--name', isName(name), 'invalid_text', 'must have 1 to 255 characters, not only spaces'],
    ['--scopes', areScopes, 'not_allowed', `must be some of ${allScopes.join(', ')}, separated by commas`],
    [
      '--expires-at',
      isLater,
      'invalid_format',
      'must be a later date-time with an offset, such as 2027-01-01T00:00:00Z',
    ],
  ];
}

async function list(terminal: Terminal, reach: Reach): Promise<void> {
  const tokens = await withCall(terminal, reach, ({ engine }, { actor }) => listTokens(engine, actor.accountId));
  const heads = ['ID', 'Name', 'User', 'Scopes', 'Last used', 'Ends'];
  print(terminal, { json: reach.json, value: { api_tokens: tokens }, text: table(heads, tokens.map(cells)) });
}

const cells = ({ id, name, user_id: userId, scopes, ...times }: ListedToken): (string | null)[] => [
  id,
  name,
  userId,
  scopesText(scopes),
  times.last_used_at,
  times.revoked_at === null ? times.expires_at : `revoked ${times.revoked_at}`,
];

const scopesText = (scopes: readonly Scope[]): string => scopes.join(',');

async function revoke(terminal: Terminal, id: string, reach: Reach): Promise<void> {
  await withCall(terminal, reach, async ({ engine }, { actor, at }) => {
    const isRevoked = isId(id) && (await revokeToken(engine, actor.accountId, id, at));
    if (!isRevoked) throw new Refusal('not_found', `The account has no valid token ${id}.`);
  });
  print(terminal, { json: reach.json, value: { revoked: id }, text: `Token ${id} is revoked.` });
}
