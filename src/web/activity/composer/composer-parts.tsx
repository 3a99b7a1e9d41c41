import { choiceName } from '../../../resources/labels.ts';
import { dayIn } from '../../../resources/written-dates/days.ts';
import { entriesOf, nameOf, useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { FilePicker } from '../../files/given/file-picker.tsx';
import { Button } from '../../parts/button/button.tsx';
import { Field } from '../../parts/field/field.tsx';
import { SelectField } from '../../parts/field/select-field.tsx';
import { type ComposedEntry, type EditEntry, type EntrySubject, kindsOn } from './composed-entry.ts';
import { BoxFilesList } from './box-files-list.tsx';
import style from './composer.module.css';
import type { EntryFaults } from './entry-faults.ts';
import { KindChoice } from './kind-choice.tsx';
import { PeopleField } from './people-field.tsx';
import { examples, readMoment } from './typed-moment.ts';

interface Props {
  /** The name of the draft. */
  readonly box: string;
  readonly subject: EntrySubject;
  readonly entry: ComposedEntry;
  readonly isSending: boolean;
  readonly faults: EntryFaults;
  readonly onEdit: EditEntry;
  /** Takes the files that a person picks. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** The parts of an entry beside its text: its kind, its time, its people, of a call the outcome. */
export function ComposerParts({ box, subject, entry, isSending, faults, onEdit, onFiles }: Props) {
  const outcomes = entriesOf(useDirectory(), 'call_outcomes');
  const { kind, people, sought } = entry;
  return (
    <>
      {[faults.text, faults.other].map(
        (fault) =>
          fault !== undefined && (
            <p key={fault} role="alert" className={style.fault}>
              {fault}
            </p>
          ),
      )}
      <KindChoice
        kinds={kindsOn(subject)}
        value={kind}
        isDisabled={isSending}
        onChange={(one) => onEdit({ kind: one })}
      />
      <div className={style.fields}>
        {kind === 'call' && (
          <SelectField
            label="Outcome"
            fault={faults.outcome}
            options={outcomes.map((one) => ({ key: one.id, name: nameOf(one) }))}
            value={entry.outcome}
            onChange={(outcome) => onEdit({ outcome })}
          />
        )}
        <WhenField value={entry.when} fault={faults.when} readOnly={isSending} onChange={(when) => onEdit({ when })} />
        <PeopleField people={people} sought={sought} fault={faults.people} readOnly={isSending} onChange={onEdit} />
      </div>
      <BoxFilesList box={box} />
      <div className={style.foot}>
        <Button type="submit" aria-keyshortcuts="Control+Enter" aria-disabled={isSending}>
          {kind === 'call' ? 'Log call' : `Add ${choiceName(kind).toLowerCase()}`}
        </Button>
        <FilePicker look="bare" onPick={onFiles}>
          Attach files
        </FilePicker>
      </div>
    </>
  );
}

interface WhenProps {
  readonly value: string;
  readonly fault: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (text: string) => void;
}

/** The time at which it happened, as people type it, with its reading beneath. */
function WhenField({ value, fault, readOnly, onChange }: WhenProps) {
  const { today, timeZone, weekday, time } = useFormats();
  const read = readMoment(value, { today, timeZone });
  const readingOf = (at: string): string => `${weekday(dayIn(timeZone, new Date(at)))}, ${time(at)}`;
  const reading = 'fault' in read ? `A time, ${examples}` : read.at && readingOf(read.at);
  return (
    <Field
      label="Time"
      autoComplete="off"
      placeholder="now"
      value={value}
      readOnly={readOnly}
      fault={fault}
      hint={fault === undefined ? (reading ?? undefined) : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
