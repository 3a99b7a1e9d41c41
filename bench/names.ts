import { readFileSync } from 'node:fs';
import type { FirmRecord } from '../src/demo/record.ts';

/** The names of the sample firm. The benchmark runs in the folder of the repository. */
export const {
  first_names: firstNames,
  last_names: lastNames,
  streets,
  places,
  cities,
} = JSON.parse(readFileSync('sample/firm.json', 'utf8')) as Pick<
  FirmRecord,
  'first_names' | 'last_names' | 'streets' | 'places' | 'cities'
>;

/** Words for the names of firms. */
export const words: readonly string[] = `
  Apex, Atlas, Beacon, Bison, Bright Star, Cactus, Cardinal, Cedar, Compass, Copper, Corner, Coyote, Crestline,
  Crosswind, Delta, Dogwood, Evergreen, Fieldstone, Flatiron, Frontier, Golden Plains, Grayhawk, Harbor, Highline,
  Ironwood, Keystone, Lariat, Lodestar, Lonesome Dove, Mainspring, Meridian, Mustang, North Fork, Oakline, Open Range,
  Panhandle, Pinnacle, Plainview, Prairie, Quarry, Rangeland, Red River, Redstone, Rio, Roundup, Saddleback,
  Sandstone, Sierra, Skyline, Southwind, Spur, Summit, Sundance, Talon, Terrace, Thunderbird, Trailhead, Tri-County,
  Trinity, Tumbleweed, Vantage, Waypoint, West Branch, Whitetail, Wrangler, Zenith
`
  .trim()
  .split(/,\s+/);
