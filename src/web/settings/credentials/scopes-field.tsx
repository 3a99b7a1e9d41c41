import { scopeMeanings } from '../../../resources/vocabulary/choices.ts';
import type { FormPartProps } from '../managed/form-parts.ts';
import { MeantField } from '../managed/meant-field.tsx';

/** The scopes of a credential, each with what it allows. */
export const ScopesField = (props: FormPartProps) => (
  <MeantField
    {...props}
    meanings={scopeMeanings}
    hint="No scope includes another one: a program that reads and writes needs both."
  />
);
