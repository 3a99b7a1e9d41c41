import { apiPrefix } from '../version.ts';
import { facts } from './output.ts';

/** What the very first start has made. */
interface Made {
  readonly url: string;
  readonly adminEmail: string;
  readonly adminPassword: string | null;
  readonly token: string | null;
}

/** Told once: where the service is and how to get in. What the operator chose is not repeated. */
export function firstStartNotice(made: Made): string {
  const isSecret = made.adminPassword !== null || made.token !== null;
  return [
    'First start: an account and its admin have been made.',
    '',
    facts({
      API: `${made.url}${apiPrefix}`,
      Documentation: `${made.url}/docs`,
      Admin: made.adminEmail,
      Password: made.adminPassword,
      'API token': made.token,
    }),
    '',
    ...(isSecret ? ['The secrets above are shown this once.', ''] : []),
    '',
  ].join('\n');
}
