/** Whether `npm run endurance` runs the tests. */
export const isLong = process.env['ENDURANCE'] !== undefined;

/** How often a test repeats what differs by chance or by size alone. @param long as often as `npm run endurance` does. */
export const runsOf = (usual: number, long: number): number => (isLong ? long : usual);
