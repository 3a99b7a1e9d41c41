import { apiPrefix } from '../version.ts';
import { facts } from './output.ts';

/** The result of the very first start. */
interface Made {
  readonly url: string;
  readonly adminEmail: string;
  readonly adminPassword: string | null;
  readonly token: string | null;
}

/** The one-time notice: the address of the service and the credentials. Omits the values that the operator chose. */
export function firstStartNotice(made: Made): string {
  const isSecret = made.adminPassword !== null || made.token !== null;
  return [
    'First start: created an account and its admin.',
    '',
    facts({
      API: `${made.url}${apiPrefix}`,
      Documentation: `${made.url}/docs`,
      Admin: made.adminEmail,
      Password: made.adminPassword,
      'API token': made.token,
    }),
    '',
    ...(isSecret ? ['The secrets above are shown only once.', ''] : []),
    '',
  ].join('\n');
}
