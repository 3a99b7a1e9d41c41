/** The week of a locale. Days are 1 for Monday to 7 for Sunday. */
export interface Week {
  readonly firstDay: number;
  readonly weekend: readonly number[];
}

/** The week as a browser knows it. */
export function weekOf(locale: string): Week {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => Week; weekInfo?: Week };
  return known.getWeekInfo?.() ?? known.weekInfo ?? usualWeek(known.maximize().region ?? '');
}

const fromSunday =
  'AG BD BR BS BZ CA CO DO GT HK HN ID IL IN JM JP KE KR MX NI PA PE PH PK PR PY SA SG SV TH TW US VE ZA';
const fromSaturday = 'AF BH DZ EG IQ IR JO KW LY OM QA SD SY';

/** The week of a region, for browsers that do not know it. */
export function usualWeek(region: string): Week {
  if (fromSaturday.includes(region) && region !== '') return { firstDay: 6, weekend: [5, 6] };
  return { firstDay: fromSunday.includes(region) && region !== '' ? 7 : 1, weekend: [6, 7] };
}
