/** How long requests are kept, and how far back they are shown. */
export const requestLogDays = 14

export const oneHourMs = 3_600_000
export const oneMinuteMs = 60_000
