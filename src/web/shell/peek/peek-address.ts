/** A record that is shown beside a list. */
export interface PeekedRecord {
  readonly plural: string;
  readonly id: string;
}

/** The family of the records that a screen lists, if it is not the segment of the screen itself. */
const families: Readonly<Record<string, string>> = { pipeline: 'projects', calendar: 'projects' };

const ownFamily = (pathname: string): string => {
  const [, segment = ''] = pathname.split('/');
  return families[segment] ?? segment;
};

/** Reads `peek=12`, or `peek=companies/12` on a screen of others. The inbox of leads shows its own in a pane. */
export function peekedIn(pathname: string, peek: string | undefined): PeekedRecord | null {
  const [, plural = ownFamily(pathname), id] = /^(?:([a-z]+)\/)?(\d+)$/.exec(peek ?? '') ?? [];
  return id === undefined || pathname === '/leads' ? null : { plural, id };
}

/** The value of `peek` for a record, such as `projects/12`. */
export function peekText(pathname: string, record: string): string {
  const [plural, id = ''] = record.split('/');
  return plural === ownFamily(pathname) ? id : record;
}
