export type Language = 'es' | 'en'

/**
 * The locales for dates and numbers. British English, because it writes the day before the month, as Argentina does.
 */
export const localeOf: Record<Language, string> = { es: 'es-AR', en: 'en-GB' }

export const isLanguage = (name: string | null): name is Language => name === 'es' || name === 'en'
