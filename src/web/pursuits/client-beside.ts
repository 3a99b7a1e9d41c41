import type { Card } from './card-fields.ts';

const folded = (text: string): string => text.normalize('NFKD').toLowerCase();

/** The name of the client beside the name of the job; null if that contains it. */
export function clientBeside({ name, company }: Pick<Card, 'name' | 'company'>): string | null {
  const client = company?.name ?? null;
  return client === null || folded(name).includes(folded(client)) ? null : client;
}
