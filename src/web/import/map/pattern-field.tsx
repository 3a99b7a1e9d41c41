import { dateExample } from '../../../resources/transfer/words/date-example.ts';
import { datePatterns, timePatterns } from '../../../resources/transfer/words/value-words.ts';
import { X } from '../../parts/icons/icons.tsx';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import style from './map.module.css';
import { TextInput } from './text-input.tsx';

interface Props {
  readonly patterns: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
}

const { monthFirst, dayFirst, plain } = datePatterns;

/** The patterns that people choose among. */
const usualPatterns: readonly string[] = [
  ...[...monthFirst, ...plain, ...dayFirst],
  ...[...monthFirst.slice(0, 2), ...dayFirst.slice(0, 2)].flatMap((date) =>
    timePatterns.map((time) => `${date} ${time}`),
  ),
];

const byHand = 'by hand';

/** The patterns of a date, of which the first that fits counts. The usual ones are chosen by an example. */
export function PatternField({ patterns, onChange }: Props) {
  const free = usualPatterns.filter((pattern) => !patterns.includes(pattern));
  return (
    <div className={style.patterns} role="group" aria-label="Forms of the dates">
      {patterns.map((pattern, index) => (
        // A pattern has nothing but its place.
        <div key={index} className={style.stepLine}>
          <TextInput
            label={index === 0 ? 'Date pattern' : `Or pattern ${index + 1}`}
            spellCheck={false}
            text={pattern}
            onText={(next) => onChange(patterns.with(index, next))}
          />
          <p className="quiet">such as {dateExample(pattern)}</p>
          {patterns.length > 1 && (
            <Button
              look="bare"
              aria-label={`Do not read dates such as ${dateExample(pattern)}`}
              onClick={() => onChange(patterns.toSpliced(index, 1))}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
      ))}
      <Choice
        name="Read other dates too, such as"
        className={style.choice}
        value=""
        options={[
          ['', 'Choose'],
          ...free.map((pattern): [string, string] => [pattern, exampleOf(pattern)]),
          [byHand, 'A pattern by hand'],
        ]}
        onChange={(pattern) => {
          if (pattern !== '') onChange([...patterns, pattern === byHand ? '' : pattern]);
        }}
      />
    </div>
  );
}

/** Some examples look alike in both orders, so the order is told. */
const exampleOf = (pattern: string): string => {
  const first = /^d[-/.]/.test(pattern) ? ' (day first)' : '';
  return `${dateExample(pattern)}${first}`;
};
