import {
  hasTwoDecimals,
  isCurrency,
  isDate,
  isDateTime,
  isEmailAddress,
  isTimeZone,
  isWebAddress,
} from '../resources/vocabulary/formats.ts';

/** Every format that a schema of the document can name, as Ajv expects it. */
export const namedFormats = {
  date: isDate,
  'date-time': isDateTime,
  'web-address': isWebAddress,
  'email-address': isEmailAddress,
  'time-zone': isTimeZone,
  currency: isCurrency,
  'two-decimals': { type: 'number', validate: hasTwoDecimals },
  uri: (text: string): boolean => URL.canParse(text),
} as const;
