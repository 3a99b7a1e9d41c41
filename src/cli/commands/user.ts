import type { Command } from 'commander';
import { userRoles } from '../../resources/vocabulary/choices.ts';
import { randomText } from '../../store/access/tokens.ts';
import { print, table, type Terminal } from '../terminal.ts';
import { givenPassword, type PasswordOptions } from '../option-checks.ts';
import { atService, type AccountOptions, reaching } from './reach.ts';
import { findByEmail, userByEmail, userDesk, type UserDesk } from '../user-desk.ts';

/** `user …`: the people of an account, in the database or through the running service. */
export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program.command('user').description('manage the users of an account');
  addCreateCommand(user, terminal);
  addInviteCommand(user, terminal);
  reaching(user.command('list').description('list the active users by name')).action((reach: AccountOptions) =>
    list(terminal, reach),
  );
  reaching(user.command('reset-password').description('set a new password for a user'))
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--password <password>', 'new password (default: generated, and shown once)')
    .option('--password-stdin', 'read the password from standard input')
    .action((options: ResetOptions) => resetPassword(terminal, options));
  reaching(user.command('deactivate').description('deactivate a user, and revoke their tokens and OAuth clients'))
    .requiredOption('--email <address>', 'e-mail address of the user')
    .action((options: AccountOptions & Named) => deactivate(terminal, options));
}

function addCreateCommand(user: Command, terminal: Terminal): void {
  reaching(user.command('create').description('create a user'))
    .requiredOption('--email <address>', 'e-mail address, unique in the account')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--role <role>', `one of ${userRoles.join(', ')}`, 'member')
    .option('--password <password>', 'password (default: none until you reset it)')
    .option('--password-stdin', 'read the password from standard input')
    .action((options: CreateOptions) => create(terminal, options));
}

function addInviteCommand(user: Command, terminal: Terminal): void {
  reaching(user.command('invite').description('create a user, or take an existing one, and print a link'))
    .argument('<email>', 'e-mail address of the user')
    .option('--first-name <name>', 'first name of a new user')
    .option('--last-name <name>', 'last name of a new user')
    .option('--role <role>', `role of a new user, one of ${userRoles.join(', ')}`, 'member')
    .addHelpText('after', '\nThe user opens the link within 72 hours, sets a password and is signed in.')
    .action((email: string, options: InviteOptions) => invite(terminal, { email, ...options }));
}

const atUsers = <Result>(terminal: Terminal, reach: AccountOptions, work: (desk: UserDesk) => Promise<Result>) =>
  atService(terminal, reach, (service) => work(userDesk(service)));

/** The option that names an active user. */
interface Named {
  readonly email: string;
}

type ResetOptions = AccountOptions & Named & PasswordOptions;

interface InviteOptions extends AccountOptions {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role: string;
}

type CreateOptions = InviteOptions & Named & PasswordOptions;

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const password = await givenPassword(terminal, options);
  const { email, firstName, lastName, role } = options;
  const user = await atUsers(terminal, options, (desk) =>
    desk.create({ email, first_name: firstName, last_name: lastName, role, password }),
  );
  const way = password === undefined ? ' The user has no password: set one with "plumbline user reset-password".' : '';
  print(terminal, {
    json: options.json,
    value: { user },
    text: `Created user ${user.id}, ${user.email}.${way}`,
  });
}

async function invite(terminal: Terminal, options: InviteOptions & Named): Promise<void> {
  const { email, firstName, lastName, role } = options;
  const { user, isNew, link } = await atUsers(terminal, options, async (desk) => {
    const known = await findByEmail(desk, email);
    const found = known ?? (await desk.create({ email, first_name: firstName, last_name: lastName, role }));
    return { user: found, isNew: known === undefined, link: await desk.link(found.id) };
  });
  const made = isNew ? `Created user ${user.id}, ${user.email}.` : `${user.email} is a user already.`;
  print(terminal, {
    json: options.json,
    value: { user, password_link: link },
    text: `${made} With this link the user sets a password, once, until ${link.expires_at}:\n\n  ${link.url}`,
  });
}

async function list(terminal: Terminal, reach: AccountOptions): Promise<void> {
  const users = await atUsers(terminal, reach, (desk) => desk.list());
  const rows = users.map(({ id, email, name, role }) => [id, email, name, role]);
  print(terminal, { json: reach.json, value: { users }, text: table(['ID', 'E-mail', 'Name', 'Role'], rows) });
}

async function resetPassword(terminal: Terminal, options: ResetOptions): Promise<void> {
  const chosen = await givenPassword(terminal, options);
  const password = chosen ?? randomText(20);
  const user = await atUsers(terminal, options, async (desk) => {
    const found = await userByEmail(desk, options.email);
    await desk.setPassword(found.id, password);
    return found;
  });
  const made = chosen === undefined ? password : null;
  const shown = made === null ? '' : `\n\n  ${made}\n\nIt is shown only once.`;
  print(terminal, {
    json: options.json,
    value: { user, password: made },
    text: `${user.email} has a new password.${shown}`,
  });
}

async function deactivate(terminal: Terminal, options: AccountOptions & Named): Promise<void> {
  const user = await atUsers(terminal, options, async (desk) => {
    const found = await userByEmail(desk, options.email);
    await desk.deactivate(found.id);
    return found;
  });
  print(terminal, { json: options.json, value: { user }, text: `Deactivated ${user.email}.` });
}
