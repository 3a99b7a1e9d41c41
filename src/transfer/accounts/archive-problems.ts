import { type Problem, Refusal, unchanged } from '../../refusal.ts';

/** The limit of problems that are told of an archive. */
export const mostTold = 100;

const mostInWords = 5;

/** The refusal of an archive with problems. Its message has the first ones in words. */
export class UnfitArchive extends Refusal {
  /** The message for a terminal: each told problem has a line. */
  readonly inLines: string;

  /** @param archive the name of the archive in messages. */
  constructor(archive: string, problems: readonly Problem[]) {
    const lead = `${archive} is not a valid archive. ${unchanged}`;
    const told = problems.slice(0, mostTold);
    const words = told.map(inWords);
    const first = words.slice(0, mostInWords).join('; ');
    const rest = words.length > mostInWords ? `; and ${words.length - mostInWords} more` : '';
    const isMore = problems.length > told.length;
    const unlisted = 'There are more, which are not listed.';
    super('validation_failed', `${lead} ${first}${rest}.${isMore ? ` ${unlisted}` : ''}`, {
      problems: told,
    });
    this.inLines = [lead, ...words.map((line) => `  ${line}`), ...(isMore ? [unlisted] : [])].join('\n');
  }
}

/** `/projects.ndjson/17/name` → `projects.ndjson, line 17: name must not be blank`. */
function inWords({ pointer = '', message }: Problem): string {
  const [, file, ...path] = pointer.split('/');
  const [line, ...rest] = /^\d+$/.test(path[0] ?? '') ? path : [undefined, ...path];
  const place = line === undefined ? file : `${file}, line ${line}`;
  return `${place}: ${[...(rest.length > 0 ? [rest.join('/')] : []), message].join(' ')}`;
}
