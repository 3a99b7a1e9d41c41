import { type ChangeLine, changeLines } from '../../../resources/vocabulary/choices.ts';
import { closed, count, described, instant, type JsonSchema, text } from '../../../schema/json-schema.ts';
import { schemaReference } from '../../../schema/record-schemas.ts';
import { counted, headSchemas, linesSchemas, money, nullable } from './report-schemas.ts';

const reason: JsonSchema = {
  anyOf: [schemaReference('ChangeReason'), { type: 'null' }],
  description: 'Why the project is in the line; `null` in a line without reasons.',
};

const amountOrNull = (description: string): JsonSchema => ({ type: ['number', 'null'], description });

const entryAmounts = (): Readonly<Record<string, JsonSchema>> => ({
  reason,
  from_amount: amountOrNull('Its amount at `from`.'),
  to_amount: amountOrNull('Its amount at `to`.'),
  amount: money('What it adds to the amount of the line.'),
  weighted_amount: money('What it adds to the weighted amount of the line.'),
});

/** A project in a line of the report. */
export const entrySchema = (): JsonSchema =>
  closed({ project: schemaReference('Project'), line: schemaReference('ChangeLine'), ...entryAmounts() });

const figures = (): Readonly<Record<string, JsonSchema>> => ({
  count: {
    ...count,
    minimum: Number.MIN_SAFE_INTEGER,
    description: 'The number of projects; of `moved`, what came less what went.',
  },
  amount: money('The sum of the amounts of the line.'),
  weighted_amount: money('The sum of the weighted amounts of the line.'),
});

const lineSchema = (description: string): JsonSchema =>
  described(description, {
    ...figures(),
    parts: {
      type: 'array',
      items: closed({ reason: schemaReference('ChangeReason'), ...figures(), projects_url: counted.projects_url }),
      description: 'The line by reason; none for a line without reasons.',
    },
    projects: {
      type: 'array',
      items: closed({
        project: described('The project.', {
          id: { ...text, description: 'Its id.' },
          name: { ...text, description: 'Its name at `to`.' },
        }),
        company: { ...nullable('CompanyEmbedded'), description: 'The company that the project is for.' },
        ...entryAmounts(),
      }),
      description:
        'The projects with the largest amounts of a line of `total`; none of `opening`, `closing` and `moved`.',
    },
    projects_url: counted.projects_url,
  });

const lineTexts: Readonly<Record<ChangeLine, string>> = {
  opening: 'The open projects at `from`.',
  added: 'The projects that are open at `to` and were not at `from`, and those that were open in between.',
  repriced: 'The changes of amounts and probabilities.',
  won: 'The projects that were won.',
  lost: 'The projects that were lost.',
  dropped: 'The projects that were cancelled, not pursued, deleted, or no longer meet the filters.',
  closing: 'The open projects at `to`.',
  moved: 'The projects in another group at `to`: they leave the old one and enter the new one. 0 in `total`.',
};

/** The members of the report. */
export const changeSchemas = (): Readonly<Record<string, JsonSchema>> => {
  const { as_of: _asOf, day: _day, ...head } = headSchemas;
  const lines = Object.fromEntries(changeLines.map((line) => [line, lineSchema(lineTexts[line])]));
  return {
    from: { ...instant, description: 'The first instant.' },
    to: { ...instant, description: 'The second instant.' },
    ...head,
    ...linesSchemas(lines),
  };
};
