import type { Sample } from './measure.ts';
import type { Side } from './scenarios.ts';

/** The samples of one scenario on one size of firm, by server. */
export interface Measured {
  readonly title: string;
  readonly samples: Readonly<Partial<Record<Side, readonly Sample[]>>>;
}

export interface Section {
  readonly title: string;
  readonly notes: readonly string[];
  readonly measured: readonly Measured[];
}

function median(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null).sort((one, other) => one - other);
  const middle = known.length >> 1;
  const [low, high] = [known[middle - 1 + (known.length % 2)], known[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

const told = (value: number | null, digits = 0): string =>
  value === null ? '–' : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const of = (samples: readonly Sample[], key: keyof Sample): number | null => median(samples.map((one) => one[key]));

/** The product's throughput as a multiple of the floor's. */
function ratio({ samples: { product = [], floor = [] } }: Measured): number | null {
  const [own, other] = [of(product, 'throughput'), of(floor, 'throughput')];
  return own === null || other === null ? null : own / other;
}

const heads = [
  'scenario',
  'who',
  'answers/s',
  'p50 ms',
  'p99 ms',
  'server CPU',
  'database CPU',
  'peak RSS MB',
  'ratio',
];

function line(title: string, who: string, samples: readonly Sample[], beside: string): string[] {
  const cell = (key: keyof Sample, digits?: number): string => told(of(samples, key), digits);
  const speed = [cell('throughput'), cell('p50'), cell('p99')];
  return [title, who, ...speed, cell('serverCpu', 2), cell('databaseCpu', 2), cell('memory'), beside];
}

function linesOf(measured: Measured): string[][] {
  const { product = [], floor } = measured.samples;
  const own = line(measured.title, 'Plumbline', product, told(ratio(measured), 2));
  return floor ? [own, line('', 'floor', floor, '')] : [own];
}

const table = (rows: readonly string[][]): string =>
  [heads, heads.map((_, index) => (index < 2 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** A section as Markdown. */
export const sectionText = ({ title, notes, measured }: Section): string =>
  [`## ${title}`, ...notes, table(measured.flatMap(linesOf))].join('\n\n');

/** The product's throughput in the other sections as a multiple of the first, scenario by scenario. */
export function growthText(sections: readonly Section[]): string {
  const [first, ...others] = sections;
  if (first === undefined || others.length === 0) return '';
  const rows = first.measured.map(({ title }, index) => {
    const speeds = sections.map(({ measured }) => of(measured[index]?.samples.product ?? [], 'throughput'));
    return [title, ...speeds.slice(1).map((speed) => told(speed === null ? null : speed / (speeds[0] ?? speed), 2))];
  });
  const names = ['scenario', ...others.map(({ title }) => title)];
  const lines = [names, names.map((_, index) => (index === 0 ? '---' : '--:')), ...rows];
  const text = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `## As a firm grows\n\nThe product's throughput as a ratio to that of "${first.title}".\n\n${text}`;
}
