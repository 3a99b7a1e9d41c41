import type { DescribedApi } from './described-api.ts';
import type { Shelf } from './guides.ts';

/** The text of `/llms.txt`: what the service is, its guides as Markdown, and its reference (llmstxt.org). */
export function indexForAssistants(api: DescribedApi, shelves: readonly Shelf[], serviceUrl: string): string {
  const [summary = ''] = api.description.split('\n\n');
  const guides = shelves.map(({ title, guides: some }) => [
    `## ${title}`,
    some.map(({ name, title: guide }) => `- [${guide}](${serviceUrl}/docs/guides/${name}.md)`).join('\n'),
  ]);
  const groups = api.groups.map(
    ({ tag, title, description }) => `- [${title}](${serviceUrl}/docs/reference/${tag}): ${firstSentence(description)}`,
  );
  return `${[
    `# ${api.title}`,
    `> ${summary}`,
    `The API is at ${api.server}. A request sends an API token: \`Authorization: Bearer <token>\`.`,
    ...guides.flat(),
    '## Reference',
    [`- [OpenAPI 3.1 document](${serviceUrl}/openapi.json): every operation and schema`, ...groups].join('\n'),
  ].join('\n\n')}\n`;
}

const firstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;
