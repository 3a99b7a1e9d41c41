import { emailAddressesIn } from './email-addresses.ts';
import { areTwoNames, nameInOrder } from './full-name.ts';

/** A person as a cell names one, with the address and the telephone number beside the name. */
export interface PersonInCell {
  /** With the first name in front; the e-mail address if there is no name. */
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The people that the cell names besides. */
  readonly others: readonly string[];
  /** Whether the name may be that of two people. */
  readonly areTwo: boolean;
}

/** Reads `Fox, Dana`, `Eli Ray <eli@example.com>`, `Dana Fox, (214) 555-0100` or `Ray, Eli; Orr, Gus`. */
export function personInCell(text: string): PersonInCell {
  const people = text.split(';').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const named = people.findIndex((part) => nameOf(part) !== '');
  const [first = text.trim()] = people.slice(Math.max(0, named));
  const besides = people.filter((part) => part !== first);
  // `Dana Fox; dana@example.com` is one person.
  const others = besides.filter((part) => nameOf(part) !== '');
  const own = [first, ...besides.filter((part) => nameOf(part) === '')].join(' ');
  const email = emailAddressesIn(own)[0] ?? null;
  const ownName = nameOf(first);
  const name = nameInOrder(ownName);
  const found = phone.exec(own)?.[0].trim() ?? null;
  return { name: name === '' ? (email ?? first) : name, email, phone: found, others, areTwo: areTwoNames(ownName) };
}

/** The characters of a cell that may be a person. */
const longest = 500;

const phone = /(?:\+?\d{1,3}[-. ]?)?\(?\d{3}\)?[-. ]{0,2}\d{3}[-. ]\d{4}(?: ?(?:x|ext\.?) ?\d{1,6})?/i;

/** The text without e-mail addresses, telephone numbers and the marks around them. */
function nameOf(text: string): string {
  if (text.length > longest) return text;
  const addresses = emailAddressesIn(text);
  if (addresses.length === 0 && !phone.test(text)) return text;
  const bare = addresses.reduce((rest, address) => rest.replace(address, ' '), text.replace(/mailto:/i, ''));
  const words = bare
    .replace(phone, ' ')
    .replaceAll(/[<>"]|\( *\)|\[ *\]/g, ' ')
    .split(/[\s]+/)
    .filter((word) => !isMark.test(word));
  while (isLabel.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ').replace(/[,|/:-]$/, '');
}

/** What stands between the parts of a cell. */
const isMark = /^[,|/:–—-]*$/;

/** What stands in front of a number or an address. */
const isLabel = /^(?:ph|phone|tel|cell|mobile|e-?mail|[pecmt])[.:,]*$/i;
