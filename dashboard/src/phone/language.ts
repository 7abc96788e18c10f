// The texts of the pages that a link opens on a phone are in the language of the phone. They are not in the catalogues of the
// dashboard, whose library is larger than the whole of these pages.
import { type Language, localeOf } from '../ui/locale-of.ts'

/** Spanish, unless the phone prefers English to it. */
export function languageOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [language] = tag.toLowerCase().split('-')
    if (language === 'es' || language === 'en') return language
  }
  return 'es'
}

/** Day and time, as the clock of the phone shows them: `18/11 9:42`. */
export const momentText = (language: Language, at: string) =>
  new Intl.DateTimeFormat(localeOf[language], {
    day: 'numeric',
    month: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(new Date(at))
    .replace(',', '')
