import type { Pages } from './table-rows.ts';

/** Writes the records as JSON, one a line, each as the list answers it. */
export async function* ndjsonOf(pages: Pages): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((text) => `${text}\n`).join('');
}
