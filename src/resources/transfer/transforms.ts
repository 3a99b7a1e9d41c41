import {
  mappingLimits,
  nameParts,
  numberCharacters,
  personParts,
  splitAddressParts,
  type Transform,
  type TransformName,
  type TransformValues,
} from './mapping.ts';
import type { DeclaredTransform, SettingOption } from './declared-transform.ts';
import { dateExample } from './words/date-example.ts';
import { blankWords } from './words/value-words.ts';

const closed = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** A text that is not empty. */
const someText = { type: 'string', minLength: 1, maxLength: 100 } as const;

const character = (description: string) => ({ type: 'string', maxLength: 1, description });

const choice = (label: string, options: readonly SettingOption[]) => ({ kind: 'choice', label, options }) as const;

/** A choice of what a value may leave out. */
const optional = (label: string, options: readonly SettingOption[], withDefaults: (value: never) => unknown) =>
  ({ ...choice(label, options), withDefaults }) as const;

const partNames: Readonly<Record<string, string>> = {
  street_address: 'street',
  zip: 'ZIP',
  first_name: 'first name',
  last_name: 'last name',
};

const partName = (part: string): string => partNames[part] ?? part;

/** A transform that takes one part of a text. */
const takingPart = <Part extends string>(
  what: string,
  parts: readonly Part[],
  initial: Part,
  others: Readonly<Record<string, object>> = {},
) =>
  ({
    schema: closed({ part: { type: 'string', enum: parts, description: 'The part to take.' }, ...others }, ['part']),
    initial: { part: initial },
    reading: ({ part }: { readonly part: Part }) => `the ${partName(part)} of the ${what}`,
    settings: [
      choice(
        `Part of the ${what}`,
        parts.map((part) => [{ part }, partName(part)] as const),
      ),
    ],
  }) as const;

/** The factors of `number`: powers of ten, so that no digit is lost. */
const numberFactors = [0.01, 0.1, 10, 100, 1000, 100_000, 1_000_000, 100_000_000] as const;

const listed = (texts: readonly string[], word: 'and' | 'or'): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;

/** The words that are told of a longer list. */
const mostTold = 4;

/** All transforms, in the order of the document. */
export const transforms: { readonly [Name in TransformName]: DeclaredTransform<TransformValues[Name]> } = {
  trim: {
    words: 'Removes spaces at both ends. Every text is trimmed anyway.',
    label: 'Remove spaces at both ends',
    schema: { type: 'string', enum: ['trim'] },
    initial: undefined,
    reading: () => 'without spaces at both ends',
    settings: [],
  },
  case: {
    words: 'Writes the text in upper case, in lower case, or with a capital at the beginning of each word (`title`).',
    label: 'Change the letters to upper or lower case',
    schema: { type: 'string', enum: ['upper', 'lower', 'title'] },
    initial: 'title',
    reading: (letters) => (letters === 'title' ? 'with capital initials' : `in ${letters} case`),
    settings: [
      choice('Letters', [
        ['upper', 'UPPER CASE'],
        ['lower', 'lower case'],
        ['title', 'Capital Initials'],
      ]),
    ],
  },
  date: {
    words:
      'Reads a date, or a date with a time, by a pattern of Unicode TR 35, such as `M/d/yyyy`, `d MMM yyyy` or ' +
      '`M/d/yy h:mm a`. Of a list of patterns, the first that reads the text counts. Dates of the form `YYYY-MM-DD` ' +
      'are read too. `yy` takes two digits and a year in 1970 to 2069; `yyyy` takes four. `month-first` and `day-first` ' +
      'stand for dates as people write them, with and without a time: `3/14/2026 @ 2 PM`, `Sat, March 14, 2026 2:00 pm ' +
      'CST`, `14-Mar-26 noon`, and the number of days by which Excel stores a date. They tell how to read 3/4/2026.',
    label: 'Read a date by its form',
    schema: { ...someText, type: ['string', 'array'], minItems: 1, maxItems: mappingLimits.patterns, items: someText },
    initial: ['M/d/yyyy', 'M/d/yy'],
    reading: (patterns) => `as a date such as ${listed([patterns].flat().map(dateExample), 'or')}`,
    settings: [{ kind: 'patterns' }],
  },
  number: {
    words:
      'Reads a number with a decimal character (`.` by default) and a group character (`,` by default). Takes a ' +
      'currency sign, `USD` and the like, parentheses or a minus for a negative number, `SF` and, in a fraction, `%`. ' +
      '`850k`, `$1.2M`, `1.5 MM`, `2 million` and `1 bn` are read in whole units. ' +
      '`times` multiplies the number by a power of ten: `100` makes cents of dollars, `0.01` a fraction of percents, ' +
      'where a number below 1 is a fraction already.',
    label: 'Read a number',
    schema: closed(
      {
        decimal: { ...character('The character before the decimals: `.` by default.'), minLength: 1 },
        group: character('The character between groups of three digits: `,` by default. Empty: there are no groups.'),
        times: { type: 'number', enum: numberFactors, description: 'The factor of the number.' },
      },
      [],
    ),
    initial: {},
    reading: ({ decimal, times }) =>
      `as a number${decimal === ',' ? ' with a decimal comma' : ''}${times === undefined ? '' : ` times ${times}`}`,
    settings: [
      optional(
        'Numbers such as',
        [
          [{ decimal: '.', group: ',' }, '1,234.56'],
          [{ decimal: ',', group: '.' }, '1.234,56'],
          [{ decimal: '.', group: ' ' }, '1 234.56'],
          [{ decimal: ',', group: ' ' }, '1 234,56'],
          [{ decimal: '.', group: "'" }, "1'234.56"],
          [{ decimal: ',', group: "'" }, "1'234,56"],
          [{ decimal: '.', group: '' }, '1234.56'],
          [{ decimal: ',', group: '' }, '1234,56'],
        ],
        numberCharacters,
      ),
      choice(
        'Times',
        [undefined, ...numberFactors].map((times) => [{ times }, String(times ?? 1)]),
      ),
    ],
  },
  join: {
    words:
      'Joins the cells of all columns of `from` that are not blank by this text. If `from` holds lists of columns, the ' +
      'cells of each list are joined. Transforms before `join` apply to each cell, later ones to the joined text.',
    label: 'Join several columns',
    schema: closed({ with: { type: 'string', maxLength: 100, description: 'The text between the cells.' } }, ['with']),
    initial: { with: ', ' },
    reading: (join) => `joined by “${join.with}”`,
    settings: [{ kind: 'text', label: 'Join by', key: 'with' }],
  },
  split: {
    words:
      'Splits the text at each `by` and takes one part: a number from 1, `first`, `last`, or `rest` (all but the first).',
    label: 'Split the text and take a part',
    schema: closed(
      {
        by: { ...someText, description: 'The text at which to split.' },
        part: {
          description: 'A number from 1, first, rest or last.',
          anyOf: [
            { type: 'integer', minimum: 1, maximum: 1000 },
            { type: 'string', enum: ['first', 'rest', 'last'] },
          ],
        },
      },
      ['by', 'part'],
    ),
    initial: { by: ';', part: 'first' },
    reading: ({ by, part }) =>
      part === 'rest'
        ? `all but the first part at “${by}”`
        : `the ${typeof part === 'number' ? `${part}.` : part} part at “${by}”`,
    settings: [
      { kind: 'text', label: 'Split at', key: 'by' },
      choice('Take', [
        [{ part: 'first' }, 'First part'],
        [{ part: 'rest' }, 'All but the first part'],
        [{ part: 'last' }, 'Last part'],
        ...[1, 2, 3, 4, 5].map((part) => [{ part }, `Part ${part}`] as const),
      ]),
    ],
  },
  address: {
    words:
      'Reads a US address in one text, such as `100 Main St, Austin, TX 78701`, and takes one part of it. A text ' +
      'that cannot be split stays whole in `street_address`. With `"other": "keep"`, a text that is no city with its ' +
      'state, such as `Austin` or `Paris, France`, stays whole.',
    label: 'Take a part of an address',
    ...takingPart('address', splitAddressParts, 'city', {
      other: {
        type: 'string',
        enum: ['empty', 'keep'],
        description:
          'What becomes of a text that is no city with its state. The default is `empty`: its part is taken.',
      },
    }),
  },
  person: {
    words:
      'Reads a person and a firm in one text, such as `Jane Doe, Acme Builders LLC`, and takes one part of it. A text ' +
      'without a person, such as `Acme Builders, LLC`, is a firm.',
    label: 'Take a part of a person and a firm',
    ...takingPart('person and firm', personParts, 'firm'),
  },
  full_name: {
    words:
      'Reads the name of a person, such as `Dana Fox`, `Fox, Dana J.` or `Dana Fox, Jr.`, and takes one part of it. A ' +
      'single word is a first name. A suffix stays with the last name. Words in brackets and job titles behind the name ' +
      'are left out.',
    label: 'Take a part of the name of a person',
    ...takingPart('name', nameParts, 'last_name'),
  },
  html: {
    words:
      'Turns HTML, as other programs export notes and e-mails, into Markdown: paragraphs, lists, headings, bold and ' +
      'italic text, and links. Pictures, scripts and styles are left out. A text without tags stays as it is.',
    label: 'Turn HTML into text',
    schema: closed({}, []),
    initial: {},
    reading: () => 'from HTML',
    settings: [],
  },
  blank_words: {
    words:
      'Reads a cell as blank if it holds one of these texts, such as `TBD`, without regard to case, accents and ' +
      'repeated spaces.',
    label: 'Read some texts as blank',
    schema: { type: 'array', minItems: 1, maxItems: mappingLimits.blankWords, items: someText },
    initial: blankWords,
    reading: (words) => {
      const told =
        words.length > mostTold + 1 ? [...words.slice(0, mostTold), `${words.length - mostTold} more`] : words;
      return `${listed(told, 'and')} ${words.length === 1 ? 'is' : 'are'} blank`;
    },
    settings: [{ kind: 'texts' }],
  },
  map: {
    words:
      'Replaces a text by the value of the same key, without regard to case, accents and repeated spaces. A text ' +
      'without a key stays (`keep`, the default), becomes blank (`empty`) or rejects the row (`reject`).',
    label: 'Replace values',
    schema: closed(
      {
        values: { type: 'object', maxProperties: mappingLimits.values, description: 'The values, by text.' },
        other: {
          type: 'string',
          enum: ['keep', 'empty', 'reject'],
          description: 'What becomes of other texts. The default is `keep`.',
        },
      },
      ['values'],
    ),
    initial: { values: {}, other: 'keep' },
    reading: ({ values }) => {
      const count = Object.keys(values).length;
      return `with ${count} ${count === 1 ? 'value' : 'values'} replaced`;
    },
    settings: [
      { kind: 'values' },
      optional(
        'All other values',
        [
          [{ other: 'keep' }, 'stay as they are'],
          [{ other: 'empty' }, 'become empty'],
          [{ other: 'reject' }, 'reject the row'],
        ],
        ({ other = 'keep' }: TransformValues['map']) => ({ other }),
      ),
    ],
  },
};

export const transformNames = Object.keys(transforms) as readonly TransformName[];

/** The name of a step, and its value for the functions of the table. */
export const stepParts = (step: Transform): readonly [name: TransformName, value: never] =>
  (typeof step === 'string' ? [step, undefined] : Object.entries(step)[0]) as [TransformName, never];
