import { isPredictable, lettersOf, signsOf, withoutRuns } from './key-runs.ts';

/**
 * Words of the passwords that people choose most, in lower case. The source is common knowledge: the top of every
 * published list, and the words of the trade.
 */
const words =
  `password passwort passwd passwrd passwords passphrase contrasena contraseña motdepasse kennwort heslo senha
  pass passes mypassword newpassword yourpassword changeme changeit secret topsecret default welcome letmein iloveyou iloveu
  loveyou loveme lovely lovers trustno whatever nothing access admin administrator superuser supervisor manager
  system server service security testtest tester testing test user demo temp root love guest login hello helloworld qwerty qwert azerty qwertz
  asdfgh zxcvbn abcde sunshine princess prince dragon monkey football baseball basketball softball soccer hockey
  tennis golfer superman batman spiderman starwars startrek pokemon minecraft fortnite roblox naruto matrix gandalf
  master shadow michael jennifer jessica charlie jordan ashley thomas daniel danielle andrew andrea joshua matthew
  robert roberto george anthony william joseph richard patrick alexander alexandra alejandro antonio nicholas nicole
  michelle melissa amanda samantha elizabeth heather hannah rachel rebecca natasha natalie vanessa victoria stephanie
  jasmine sophie barbara sandra martin martina maria marina carlos carmen chris christian christina cristina kevin
  steven stephen justin brandon tyler taylor austin dylan jackson johnny johnson jonathan benjamin samuel gabriel
  sebastian fernando francisco ricardo david james jason peter simon oliver oscar lauren emily olivia sarah laura
  angela angel angels babygirl bailey maggie ginger pepper tigger tiger buster butterfly bubbles buddy snoopy scooby
  mickey garfield harley mustang camaro corvette ferrari porsche mercedes toyota honda yamaha yankees cowboys lakers
  eagles steelers packers raiders redsox broncos liverpool chelsea arsenal barcelona realmadrid juventus manchester
  everton rangers celtic ronaldo computer internet samsung google facebook instagram windows microsoft apple iphone
  android linkedin myspace vodafone cisco oracle database localhost chocolate cookie cheese banana orange lemon cherry coffee
  chicken pizza cocacola flower rainbow summer winter spring autumn monday tuesday wednesday thursday friday saturday
  sunday january february march april june july august september october november december freedom liberty america
  canada mexico india pakistan london paris berlin texas houston dallas boston chicago newyork florida california
  brooklyn phoenix denver seattle maverick ranger hunter hunting fishing killer ninja warrior wizard knight legend
  slayer diablo monster thunder lightning hammer eclipse blessed jesus jesuschrist christ heaven faith bismillah
  allah krishna diamond silver golden purple yellow black white green forever family friends friend mother father
  daddy mommy sister brother junior kitten kitty puppy rabbit dolphin falcon panther jaguar scorpion spider wolves
  lucky happy crystal destiny genius winner success student teacher college school university number freepass player
  playboy gamer soldier captain pirate police doctor driver rocket fender guitar metallica nirvana slipknot eminem
  blink blahblah fuckyou fuckoff fuckme asshole bitch pussy sexsex biteme cooper merlin morgan murphy parker jasper
  charles edward albert vincent victor walter stupid please enter public private sample example temporary
  anything midnight mountain messenger passport explorer underworld customer einstein bond carolina argentina
  madison santiago patricia veronica valentina adriana mariposa tinkerbell jamesbond bigdaddy greenday redskins redwings
  kawasaki marlboro pavilion telefono libertad princesa estrella swimming
  alex mike john jack dave mark adam ryan eric paul luke anna mary lisa emma jose juan luis
  construction contractor builder builders building concrete estimator estimating plumbline company office business`.split(
    /\s+/,
  );

/** The signs and digits that people write for a letter. */
const lookalikes: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  e: '3€',
  g: '9',
  i: '1!|',
  l: '1!|',
  o: '0',
  s: '5$',
  t: '7+',
};

/** Chance makes lookalikes of shorter words. */
const leastSpelt = 4;

// A class of Unicode here makes the compiled expression take 300 MB.
const signs = String.raw`[\x20-/:-@\x5b-\x60{-~]*`;

/** Matches the longest of these words that begins at a place. Lookalikes and signs between the letters do not count. */
function anyOf(these: readonly string[]): RegExp {
  const spelt = (word: string): string =>
    [...word].map((letter) => `[${letter}${lookalikes[letter] ?? ''}]`).join(signs);
  const longestFirst = these.toSorted((one, other) => other.length - one.length);
  const patterns = longestFirst.map((word) => (word.length < leastSpelt ? word : spelt(word)));
  return new RegExp(patterns.join('|') || '(?!)', 'g');
}

const common = anyOf(words);

/** The length of what a guesser must add: letters, digits between them, and different signs, all without runs. */
function added(text: string): number {
  const inner = /\p{L}(?:.*\p{L})?/su.exec(lettersOf(text))?.[0] ?? '';
  return withoutRuns(inner).length + new Set(withoutRuns(signsOf(text))).size;
}

const leastBesideCommon = 4;

/** A password of three common words is a phrase. */
function isCommon(text: string): boolean {
  const found = text.match(common)?.length ?? 0;
  return found > 0 && found < 3 && added(text.replace(common, '')) < leastBesideCommon;
}

/** The words of a text that others know. The end of an e-mail address, such as `com`, belongs to everybody. */
function wordsOf(text: string): string[] {
  const at = text.indexOf('@');
  const own = at < 0 ? text : text.slice(0, Math.max(at, text.lastIndexOf('.')));
  return own
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= 3);
}

const leastBesideOwn = 6;

function isOwn(text: string, own: readonly string[]): boolean {
  const addresses = own.filter((one) => one.includes('@')).map((one) => one.toLowerCase());
  const withoutAddresses = addresses.reduce((left, address) => left.replaceAll(address, ''), text);
  const rest = withoutAddresses.replace(anyOf(own.flatMap(wordsOf)), '');
  return rest !== text && added(rest) < leastBesideOwn;
}

/**
 * The problem of a password that somebody who knows the person, or a published list, guesses first; undefined if it has
 * none. Capitals, digits around the letters, and lookalikes such as `@` for `a` do not count.
 * @param own texts that others know: the e-mail address, the names, the firm.
 */
export function guessableProblem(password: string, own: readonly (string | null | undefined)[]): string | undefined {
  const text = password.toLowerCase();
  if (isPredictable(text)) return 'has little but repetitions and runs such as 1234 or qwerty';
  if (isCommon(text)) return 'is one of the most common passwords, or close to one';
  const known = own.filter((one) => typeof one === 'string');
  return isOwn(text, known) ? 'has little but the name, the e-mail address or the firm of the user' : undefined;
}
