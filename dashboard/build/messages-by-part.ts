// Each language has one catalogue, src/locales/es.po and en.po, which names the files that show each message. A page
// loads only the messages of the parts that it is made of, in the language that is shown: all messages together would be
// larger than the start page. Whoever imports a component of a part never renders before the part's messages are there.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'

const ofPart = 'virtual:messages/'
const ofPartIn = /^\0virtual:messages-in\/(es|en)\/(.+)$/
const catalogues = join(import.meta.dirname, '../src/locales')

export function messagesByPart(): Plugin {
  return {
    name: 'anden:messages-by-part',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('virtual:messages') ? `\0${id}` : null),
    async load(id) {
      const [, language, part] = ofPartIn.exec(id) ?? []
      if (language && part) {
        const file = join(catalogues, `${language}.po`)
        this.addWatchFile(file)
        return await compiledMessages(file, language, part)
      }
      return id.startsWith(`\0${ofPart}`) ? loaderOf(id.slice(ofPart.length + 1)) : null
    },
    transform(code, id) {
      const [, file] = /\/dashboard\/src\/(.+\.tsx?)$/.exec(id) ?? []
      if (!file || !/@lingui\/(core|react)\/macro/.test(code)) return null
      return { code: `import '${ofPart}${partOf(file)}'\n${code}`, map: null }
    },
  }
}

/** The components for all pages are a part; elsewhere every folder is one. */
function partOf(file: string): string {
  const [top = '', folder = ''] = file.split('/')
  return top === 'ui' || folder.includes('.') ? top : `${top}/${folder}`
}

const loaderOf = (part: string) => `import { addMessages } from '/src/ui/languages.ts'
await addMessages({
  es: () => import('virtual:messages-in/es/${part}'),
  en: () => import('virtual:messages-in/en/${part}'),
})`

async function compiledMessages(file: string, language: string, part: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  const catalogue = await formatter().parse(text, { locale: language, sourceLocale: 'en', filename: file })
  const messages = Object.entries(catalogue)
    .filter(([, { origin = [] }]) => origin.some(([shownIn]) => partOf(shownIn.replace('src/', '')) === part))
    .map(([id, { translation, message = '' }]) => [id, translation || message])
  const { source, errors } = createCompiledCatalog(language, Object.fromEntries(messages), {
    namespace: 'es',
  })
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ error }) => error.message).join('; ')}`)
  return source
}
