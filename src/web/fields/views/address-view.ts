import { addressParts } from '../../../resources/fields.ts';
import type { FieldView } from '../field-view.ts';

type Address = Readonly<Partial<Record<(typeof addressParts)[number], string | null>>>;

/** One line: street, city, state and ZIP, country. */
export const address: FieldView = {
  show: (value) => {
    const { street_address, street_address2, city, state, zip, country } = (value ?? {}) as Address;
    const lines = [street_address, street_address2, city, [state, zip].filter(Boolean).join(' '), country];
    return lines.filter(Boolean).join(', ') || null;
  },
  edit: { by: 'parts', names: addressParts },
};
