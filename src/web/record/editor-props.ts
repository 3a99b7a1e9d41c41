import type { FieldContext, FieldEdit, FieldView } from '../fields/field-view.ts';

/** The properties of an editor of a field. */
export interface EditorProps {
  readonly label: string;
  /** On the page of a record: shows how a typed text is understood. */
  readonly view?: FieldView;
  readonly edit: FieldEdit;
  readonly context: FieldContext;
  readonly value: unknown;
  /** A text that was refused, and why. */
  readonly typed: { readonly text: string; readonly fault: string } | null;
  /** In a table: the text that opened the editor; null for the value itself. Tab saves there too. */
  readonly begin?: string | null | undefined;
  readonly onSave: (sent: unknown, shown: unknown, text: string) => void;
  readonly onCancel: () => void;
}
