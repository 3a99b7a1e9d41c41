import type { Command } from 'commander';
import { Refusal } from '../../refusal.ts';
import { furtherEventTypes } from '../../resources/events.ts';
import { resources } from '../../resources/index.ts';
import { webhookDesk, type WebhookDesk } from '../webhook-desk.ts';
import type { Terminal } from '../terminal.ts';
import { atService, type AccountOptions } from './reach.ts';

/** Adds the option that names event types, and lists them in the help. */
export const withTypes = (command: Command): Command =>
  command
    .option('--types <types>', 'event types, separated by commas; all: every type')
    .addHelpText('after', `\nEvent types:\n  ${[...recordTypes, ...furtherEventTypes].join('\n  ')}`);

const recordTypes = resources
  .filter(({ announced }) => announced)
  .map(({ singular }) => `${singular}.create .update .delete .restore`);

/** The types that the option names. An empty list stands for every type. */
export const typesOf = (option: string): string[] =>
  option === 'all' ? [] : option.split(',').map((type) => type.trim());

/** The options for fields of a body, where the option does not follow from the pointer. */
const called: Readonly<Record<string, string>> = {
  filter_types: '--types',
  event_types: '--types',
  include: '--include',
  since: '--since',
  until: '--until',
};

/** Does work at the desk that the options select. @param address the name of the address in problems. */
export async function atWebhooks<Result>(
  terminal: Terminal,
  reach: AccountOptions,
  work: (desk: WebhookDesk) => Promise<Result>,
  address = '--address',
): Promise<Result> {
  try {
    return await atService(terminal, reach, (service) => work(webhookDesk(service)));
  } catch (error) {
    throw error instanceof Refusal ? inWordsOf(error, { ...called, url: address }) : error;
  }
}

function inWordsOf(refusal: Refusal, names: Readonly<Record<string, string>>): Refusal {
  const problems = refusal.problems.map((problem) => {
    const field = problem.pointer?.split('/').find((part) => part in names);
    return field === undefined ? problem : { ...problem, parameter: names[field] ?? field };
  });
  return new Refusal(refusal.code, refusal.message, { problems, cause: refusal });
}
