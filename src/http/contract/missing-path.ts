import { Refusal } from '../../refusal.ts';
import { apiPrefix } from '../../version.ts';

/** The supported API versions by date, newest last. */
const versions = ['2023-01'] as const;

/** The refusal for a path without a route. */
export function missingPath(path: string): Refusal {
  const asked = /^\/api\/([^/]+)\//.exec(path)?.[1];
  if (path === apiPrefix) {
    const example = `${apiPrefix}/projects`;
    return new Refusal(
      'not_found',
      `The operations are below ${path}, such as ${example}. Their reference is at /docs.`,
    );
  }
  if (asked === undefined || versions.some((version) => version === asked)) {
    const way =
      asked === undefined
        ? `The API is at ${apiPrefix}, its reference at /docs.`
        : 'The reference at /docs lists the paths.';
    return new Refusal('not_found', `The path ${path} does not exist. ${way}`);
  }
  return new Refusal('unknown_version', `There is no version ${asked}; the versions are ${versions.join(', ')}.`, {
    members: { versions },
  });
}
