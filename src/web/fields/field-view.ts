import type { Field } from '../../resources/fields.ts';
import type { FirmDirectory } from '../data/directory.ts';
import type { Formats } from '../data/formats.ts';
import type { Option } from '../parts/picker/picker.tsx';

/** The settings of the firm and of the browser that the views of fields need. */
export interface ViewContext {
  readonly formats: Formats;
  readonly directory: FirmDirectory;
}

/** The properties of the view of one field. */
export interface FieldContext extends ViewContext {
  readonly field: Field;
}

/** A typed text: the value to send, or what is wrong with it. */
export type ParsedText = { readonly value: unknown } | { readonly fault: string };

/** The view of one kind of field: it shows and edits the values on a page. */
export interface FieldView {
  /** The value as text for people; null if it is empty. */
  readonly show: (value: unknown, context: FieldContext) => string | null;
  /** The link that the value leads to. */
  readonly href?: (value: unknown, context: FieldContext) => string | null;
  /** The editor of the value. Without one, nobody can edit the value here. */
  readonly edit?: FieldEdit;
}

export type FieldEdit =
  /** As text in one line or several. */
  | {
      readonly by: 'line' | 'lines';
      readonly text: (value: unknown, context: FieldContext) => string;
      /** @param before the value that is edited; undefined if the text stands alone. */
      readonly read: (text: string, context: FieldContext, before?: unknown) => ParsedText;
    }
  /** By picking one of a few values. The key of an option is sent; the empty key clears the field. */
  | {
      readonly by: 'pick';
      readonly options: (value: unknown, context: FieldContext) => readonly Option[];
      readonly send: (key: string) => unknown;
    }
  /** By checking several of a few values. The keys of those that are checked are sent. */
  | { readonly by: 'several'; readonly options: (value: unknown, context: FieldContext) => readonly Option[] }
  /** By its parts, each a line of text. */
  | { readonly by: 'parts'; readonly names: readonly string[] }
  /** By looking up a record of a large list, or several. */
  | { readonly by: 'look_up'; readonly isSeveral?: true };
