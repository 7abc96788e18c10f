import { type Language, languages } from '@anden/contract'

/** The language that `Accept-Language` prefers, of those that we have; Spanish by default. */
export function preferredLanguage(header: string | undefined): Language {
  let best: { language: Language; quality: number } | null = null
  for (const range of (header ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const primary = tag.split('-')[0]
    const language = languages.find((known) => known === primary)
    const quality = qualityOf(parameters)
    if (language && quality > (best?.quality ?? 0)) best = { language, quality }
  }
  return best?.language ?? 'es'
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  if (given === undefined) return 1
  const quality = Number(given.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
