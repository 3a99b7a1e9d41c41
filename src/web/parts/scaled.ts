let textSize = 0;

/** The pixels of a length that is drawn for browser text of 16 pixels. The build writes the lengths of styles in rem. */
export function scaled(length: number): number {
  textSize ||= Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return length * (textSize / 16);
}
