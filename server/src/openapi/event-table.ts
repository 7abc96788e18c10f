// The table of all events in the guide to webhooks, written from the contract in both languages.
import { eventFamilies, eventFamilyOf, eventTexts, eventTypes, type Language } from '@anden/contract'

const headings: Record<Language, string[]> = {
  en: ['Event', 'When', '`data.object`'],
  es: ['Evento', 'Cuándo', '`data.object`'],
}
const below = /(^## (?:Events|Eventos)\n\n)(?:\|.*\n)*/m

export function withEventTable(page: string, language: Language): string {
  if (!below.test(page)) throw new Error('the guide to webhooks has no section of events')
  return page.replace(below, (_, heading: string) => heading + tableIn(language))
}

function tableIn(language: Language): string {
  const rows = eventTypes.map((type) => [
    `\`${type}\``,
    eventTexts[type][language],
    eventFamilies[eventFamilyOf(type)].object[language],
  ])
  const lines = [headings[language], ...rows]
  const widths = headings[language].map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  const written = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
  written.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  )
  return written.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
