import { places } from './names.ts';
import { randomOf, type Random } from './random.ts';
import { cursorText } from '../src/store/query/cursors.ts';
import { newestFirst } from '../src/store/query/sort-keys.ts';
import { type Lists, kinds, madeAt } from './firm.ts';
import { floorText } from './floor-text.ts';

/** A request to a server. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  /** Whether the write carries its own idempotency key. */
  readonly keyed?: boolean;
  /** The firm that sends the request; the first by default. */
  readonly account?: number;
  /** The codings that the response can have (`Accept-Encoding`); none by default. */
  readonly encoding?: string;
}

/** The data from which the requests of a run are drawn. */
export interface Stock extends Lists {
  /** The number of projects of each firm. */
  readonly projects: number;
  readonly firms: number;
  /** Positions at about nine tenths of the newest-first list, as each server names them. */
  readonly deep: readonly Deep[];
}

export interface Deep {
  readonly cursor: string;
  readonly at: string;
  readonly id: string;
}

export type Side = 'product' | 'floor';

export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** Whether both servers return the same JSON. */
  readonly alike?: boolean;
  /** An index that the floor needs and the product does not. It exists while the scenario is measured. */
  readonly floorIndex?: string;
  readonly ask: (random: Random, stock: Stock, side: Side) => Asked;
}

const get = (path: string): Asked => ({ method: 'GET', path });

const stageOf = (random: Random, { stages }: Stock): string => random.pick(stages).id;

const sectorOf = (random: Random, { ids }: Stock): string => random.pick(ids['market_sectors'] ?? []);

/** A place, or a place and a kind of building, as people search for a job that they have heard of. */
function wordsOf(random: Random): string {
  const place = random.pick(places).toLowerCase();
  return random.chance(0.5) ? place : `${place} ${random.pick(kinds).split(' ')[0]?.toLowerCase() ?? ''}`;
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'one',
    alike: true,
    title: 'one by id',
    ask: (random, { projects }) => get(`/projects/${random.whole(1, projects)}`),
  },
  {
    name: 'newest',
    alike: true,
    title: '50 newest',
    ask: (_random, _stock, side) => get(side === 'floor' ? '/projects' : '/projects?per_page=50'),
  },
  {
    name: 'filtered',
    alike: true,
    title: '50 of a stage and a sector by bid_due_date',
    ask: (random, stock, side) => {
      const [stage, sector] = [stageOf(random, stock), sectorOf(random, stock)];
      if (side === 'floor') return get(`/projects?stage=${stage}&sector=${sector}`);
      const filters = `project_stage_id=${stage}&market_sector_id=${sector}`;
      return get(`/projects?per_page=50&${filters}&sort=bid_due_date`);
    },
  },
  {
    name: 'deep',
    alike: true,
    title: '50 after a cursor at 90 %',
    ask: (random, { deep }, side) => {
      const { cursor, at, id } = random.pick(deep);
      return get(`/projects?${side === 'floor' ? `at=${at}&id=${id}` : `per_page=50&cursor=${cursor}`}`);
    },
  },
  {
    name: 'cold',
    alike: true,
    title: '50 after a random cursor',
    ask: (random, { projects, firms }, side) => {
      const account = random.whole(1, firms);
      const place = random.whole(50, projects - 1);
      const [at, id] = [madeAt(place, projects), String(place + 1)];
      const cursor = cursorText({ backwards: false, keys: [at, id] }, { table: 'projects', order: newestFirst });
      const query = side === 'floor' ? `at=${at}&id=${id}` : `per_page=50&cursor=${cursor}`;
      return { ...get(`/projects?${query}`), account };
    },
  },
  {
    name: 'numbered',
    alike: true,
    title: '50 by page number at 90 %',
    ask: (random, { projects }, side) => {
      const last = Math.floor(projects / 50);
      const page = random.whole(Math.ceil(last * 0.88), Math.floor(last * 0.92));
      return get(`/projects?${side === 'floor' ? '' : 'per_page=50&'}page=${page}`);
    },
  },
  {
    name: 'compressed',
    alike: true,
    title: '50 newest in gzip, against the floor without',
    ask: (_random, _stock, side) =>
      side === 'floor' ? get('/projects') : { ...get('/projects?per_page=50'), encoding: 'gzip' },
  },
  {
    name: 'search',
    title: 'search',
    floorIndex: `projects using gin (${floorText('')} gin_trgm_ops)`,
    ask: (random, _stock, side) =>
      get(`/projects?${side === 'floor' ? '' : 'per_page=50&'}q=${encodeURIComponent(wordsOf(random))}`),
  },
  {
    name: 'create',
    title: 'create',
    ask: (random, stock) => ({
      ...{ method: 'POST', path: '/projects', keyed: true },
      body: { project: projectBody(random, stock) },
    }),
  },
  {
    name: 'guaranteed',
    title: 'create, against the floor with the same guarantees',
    ask: (random, stock, side) => ({
      ...{ method: 'POST', path: side === 'floor' ? '/guaranteed/projects' : '/projects', keyed: true },
      body: { project: projectBody(random, stock) },
    }),
  },
  {
    name: 'move',
    title: 'move to a stage',
    ask: (random, stock) => ({
      ...{ method: 'PATCH', path: `/projects/${random.whole(1, stock.projects)}` },
      body: { project: { project_stage_id: random.pick(stock.stages.filter(isOpen)).id } },
    }),
  },
];

const isOpen = ({ category }: { category: string }): boolean => category === 'open';

function projectBody(random: Random, { ids, stages, projects }: Stock): object {
  return {
    name: `${random.pick(places)} ${random.pick(kinds)}`,
    description: 'Two-story steel frame with tilt-wall panels.',
    amount: random.whole(1, 90) * 1_000_000,
    square_feet: random.whole(100, 4000) * 100,
    bid_due_date: `2026-0${random.whole(1, 9)}-15`,
    company_id: String(random.whole(1, Math.ceil(projects / 10))),
    project_stage_id: random.pick(stages.filter(isOpen)).id,
    market_sector_id: random.pick(ids['market_sectors'] ?? []),
    lead_source_id: random.pick(ids['lead_sources'] ?? []),
    assigned_to_id: '1',
  };
}

/** Draws the same requests in every run, and different ones for each connection. */
export const randomFor = (scenario: Scenario, round: number, connection: number): Random =>
  randomOf(2, scenario.name, round, connection);
