/** The least number of projects of which a percentage says something. */
export const leastForPercent = 5;
