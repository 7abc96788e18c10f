export type Language = 'es' | 'en'

/** How dates and numbers are written. English as in Argentina's neighbourhood: day before month. */
export const localeOf: Record<Language, string> = { es: 'es-AR', en: 'en-GB' }
