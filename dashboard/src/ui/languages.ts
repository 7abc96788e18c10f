// The language of the dashboard: the user's choice, otherwise the browser's, otherwise Spanish. Each part of the
// page loads its own messages (build/messages-by-part.ts).
import { i18n, type Messages } from '@lingui/core'
import { isLanguage, type Language, localeOf } from './locale-of.ts'

type Catalogue = Record<Language, () => Promise<{ messages: Messages }>>

const storageKey = 'anden.language'

const catalogues: Catalogue[] = []
let current: Language = firstLanguage()
// Each part adds its messages before its components render.
i18n.load(current, {})
activate()

export const language = () => current
export const formatLocale = () => localeOf[current]

/** @public Called by the code that the build adds to each part, to load its messages. */
export async function addMessages(catalogue: Catalogue): Promise<void> {
  catalogues.push(catalogue)
  await load(catalogue, current)
}

export async function showLanguage(next: Language): Promise<void> {
  localStorage.setItem(storageKey, next)
  if (next === current) return
  await Promise.all(catalogues.map((catalogue) => load(catalogue, next)))
  current = next
  activate()
}

async function load(catalogue: Catalogue, of: Language): Promise<void> {
  const { messages } = await catalogue[of]()
  i18n.load(of, messages)
}

function activate(): void {
  i18n.activate(current)
  document.documentElement.lang = localeOf[current]
}

function firstLanguage(): Language {
  const chosen = localStorage.getItem(storageKey)
  if (isLanguage(chosen)) return chosen
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'es'
}
