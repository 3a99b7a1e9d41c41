/** A text of a cell for people: a date of a workbook without `T`, and without the midnight of a day. */
export const cellInWords = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?$/, (_, day: string, time: string, seconds = ':00') => {
    const shown = seconds === ':00' ? time : `${time}${seconds}`;
    return shown === '00:00' ? day : `${day} ${shown}`;
  });
