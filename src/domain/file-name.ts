import type { files } from '../resources/files.ts';
import type { Problem } from '../refusal.ts';
import { differing, isUnknown, isWritten } from './input.ts';
import type { Change, Rule, Verdict } from './rule.ts';

/** Separators of paths, control characters, and characters that change the direction of text. */
const forbidden = /[/\\\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** Whether a text may be the name of a file. */
export const isFileName = (text: string): boolean => /\S/.test(text) && !forbidden.test(text);

/** The limit of characters of a name. */
const longest = 255;

/** The name of a link without one: the last part of the path of its address, or else the host. */
function nameOfAddress(address: string): string {
  const { pathname, host } = new URL(address);
  const last = pathname.split('/').findLast((part) => part !== '') ?? host;
  return Array.from(readable(last)).slice(0, longest).join('');
}

/** A part of an address as people read it, unless it would be no name then. */
function readable(part: string): string {
  try {
    const text = decodeURIComponent(part);
    return isFileName(text) ? text : part;
  } catch {
    return part;
  }
}

/** A link without a name takes it from its address. A file with contents has a name, and no address. */
export const nameFile: Rule<typeof files> = (change) => {
  if (!isWritten(change) || isUnknown(change, ['url', 'name'])) return {};
  return change.after.kind === 'file' ? nameContents(change) : nameLink(change);
};

function nameLink(change: Change<typeof files>): Verdict<typeof files> {
  const { name, url } = change.after;
  const problems = [...urlProblems(change), ...nameProblems(change)];
  if (problems.length > 0) return { problems };
  const isNamed = name !== null && /\S/.test(name);
  return { set: differing(change, { kind: 'link', name: isNamed ? name : nameOfAddress(url ?? '') }) };
}

function nameContents(change: Change<typeof files>): Verdict<typeof files> {
  const { name, url } = change.after;
  const unnamed: Problem = { pointer: '/name', code: 'required', message: 'is required: it is the name of the file' };
  const addressed: Problem = { pointer: '/url', code: 'not_allowed', message: 'must be empty: the file has contents' };
  return {
    problems: [...(/\S/.test(name ?? '') ? nameProblems(change) : [unnamed]), ...(url === null ? [] : [addressed])],
  };
}

const urlProblems = ({ after: { url } }: Change<typeof files>): Problem[] =>
  /\S/.test(url ?? '')
    ? []
    : [{ pointer: '/url', code: 'required', message: 'is required: it is the address of the link' }];

function nameProblems({ after: { name }, input }: Change<typeof files>): Problem[] {
  if (name === null || !/\S/.test(name) || input.name === undefined || !forbidden.test(name)) return [];
  const message = 'must not have /, \\, control characters or characters that change the direction of text';
  return [{ pointer: '/name', code: 'invalid_format', message }];
}
