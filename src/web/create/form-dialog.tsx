import { type ComponentType, type ReactNode, type Ref, useEffect, useState } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { Button } from '../parts/button/button.tsx';
import { Dialog, DialogActions, mayClose } from '../parts/dialog/dialog.tsx';
import form from '../parts/field/form.module.css';
import { faultAt, faultsOf, FaultSummary, useFormFaults } from './form-faults.tsx';
import { FormField, type FormPartProps } from './form-field.tsx';
import type { FormFields } from './form-fields.ts';
import type { FormFault, FormValues, ReadForm } from './form-values.ts';
import { withNamedRecords } from './named-records.ts';

/** The fields of a form that have parts of their own, by their place in the request. */
export type FormParts = Readonly<Record<string, ComponentType<FormPartProps>>>;

interface Props {
  readonly title: string;
  readonly kind: Pick<Resource, 'singular'>;
  readonly fields: FormFields;
  readonly values: FormValues;
  readonly isDirty: boolean;
  readonly onChange: (values: FormValues) => void;
  readonly parts?: FormParts | undefined;
  /** The plural of the records whose pages faults link to; null if they have none. */
  readonly linksTo: string | null;
  /** Stands below a field. */
  readonly below?: (path: string) => ReactNode;
  readonly sendName: string;
  readonly read: (values: FormValues) => ReadForm;
  /** @throws {Refused} with the faults of the fields. The typed values then stay. */
  readonly onSend: (body: object) => Promise<void>;
  readonly onClose: () => void;
  /** Stands above the fields. */
  readonly children?: ReactNode;
}

/** A form of fields in a dialog. Ctrl Enter sends it. It shows all faults at once, each at its field. */
export function FormDialog(props: Props) {
  const { title, kind, fields, values, isDirty, onChange, parts, linksTo, below, sendName, onClose } = props;
  const { first, more } = fields;
  const [isMore, setMore] = useState(more.some(({ path }) => values[path] !== undefined));
  const { faults, faultsFor, refuse, element, goTo } = useFormFaults(values);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // The line of a restored draft has a button above the fields.
    element.current?.querySelector<HTMLElement>('[data-path] :is(input, select, textarea)')?.focus();
  }, [element]);
  const show = (found: readonly FormFault[]): void =>
    refuse(found, () => setMore(isMore || more.some(({ path }) => found.some((fault) => fault.path === path))));
  const send = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const named = await withNamedRecords([...first, ...more], values);
      if (named !== values) onChange(named);
      const read = props.read(named);
      if (read.faults.length > 0) show(read.faults);
      else await props.onSend(read.body);
    } catch (error) {
      show(faultsOf(error, kind, [...first, ...more]));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose} isDirty={isDirty}>
      <SubmitForm ref={element} onSubmit={send}>
        {props.children}
        <FaultSummary faults={faults} onGo={goTo} />
        {(isMore ? [...first, ...more] : first).map((shape, index) => {
          const { path } = shape;
          const Part = parts?.[path] ?? FormField;
          return (
            <div key={path} data-path={path}>
              <Part
                shape={shape}
                value={values[path]}
                fault={faultAt(faultsFor(path), path, linksTo)}
                autoFocus={index === 0}
                onChange={(value) => onChange({ ...values, [path]: value })}
              />
              {below?.(path)}
            </div>
          );
        })}
        {!isMore && more.length > 0 && (
          <Button look="bare" onClick={() => setMore(true)}>
            More fields
          </Button>
        )}
        <DialogActions>
          <Button onClick={() => mayClose(isDirty) && onClose()}>Cancel</Button>
          <Button look="filled" type="submit" aria-keyshortcuts="Control+Enter" aria-disabled={isBusy}>
            {sendName}
          </Button>
        </DialogActions>
      </SubmitForm>
    </Dialog>
  );
}

interface SubmitFormProps {
  readonly ref: Ref<HTMLFormElement>;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A form that Ctrl Enter submits from every field, also from one of several lines. */
const SubmitForm = ({ ref, onSubmit, children }: SubmitFormProps) => (
  <form
    ref={ref}
    className={form.form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void onSubmit();
    }}
  >
    {children}
  </form>
);
