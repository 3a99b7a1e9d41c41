import { fileOwners, type files } from '../resources/files.ts';
import { differing, isUnknown, isWritten } from './input.ts';
import type { Change, Rule } from './rule.ts';

type Owner = (typeof fileOwners)[number];

const names = `${fileOwners.slice(0, -1).join(', ')} and ${String(fileOwners.at(-1))}`;

/** A file belongs to exactly one record. A change that names another one moves the file to it. */
export const ownFile: Rule<typeof files> = (change) => {
  if (!isWritten(change) || isUnknown(change, fileOwners)) return {};
  const owners = fileOwners.filter((column) => change.after[column] !== null);
  if (owners.length === 1) return {};
  const asked = owners.filter((column) => change.given?.has(column) ?? column in change.input);
  if (change.action === 'update' && !change.reversion && asked.length === 1) {
    const others = owners.filter((column) => !asked.includes(column));
    return { set: differing(change, Object.fromEntries(others.map((column) => [column, null]))) };
  }
  return { problems: owners.length === 0 ? problemsOfNone(change) : problemsOfSeveral(asked) };
};

function problemsOfNone({ action, input }: Change<typeof files>) {
  const cleared = fileOwners.filter((column) => column in input).map((column) => `/${column}`);
  // At creation no single field is wrong, so the pointer is the record itself.
  const pointers = action === 'create' ? [''] : cleared;
  return pointers.map((pointer) => ({ pointer, code: 'required' as const, message: `one of ${names} is required` }));
}

const problemsOfSeveral = (asked: readonly Owner[]) =>
  asked.slice(1).map((column) => ({
    pointer: `/${column}`,
    code: 'not_allowed' as const,
    message: `must be empty if ${String(asked[0])} is given: a file belongs to one record`,
  }));
