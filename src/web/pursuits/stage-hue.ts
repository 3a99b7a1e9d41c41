/** The hue of the stage at an index of the open stages: from slate blue to green as the job comes nearer. */
export const hueOf = (index: number, count: number): number => 265 - (95 * index) / Math.max(1, count - 1);
