/**
 * A number without the marks that it is about right: `~850k`, `approx. $1.2M`, `12,000 +/-`, `$640,000*`. Other texts
 * stay: `5M+` is a lower bound.
 */
export const withoutApproximation = (text: string): string => text.replace(before, '').replace(after, '').trimEnd();

const before = /^(?:[~≈±]|(?:approx(?:imately|\.)?|circa|ca\.?|est\.?|\+\/-)(?=[\s$€£\d]))\s*/i;
const after = /(?:\+\/-|±|\*{1,3}|approx(?:imately|\.)?|est\.?)$/i;
