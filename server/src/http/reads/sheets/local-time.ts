// Moments of the API as they are shown in a spreadsheet, which knows no time zones: the time on the warehouse's clock.

/** The returned function gives `2026-11-14 09:30:05` for `2026-11-14T12:30:05.250Z`. */
export function localTimeIn(timeZone: string): (moment: string) => string {
  // The Swedish notation is the one of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (moment) => format.format(new Date(moment))
}
