// Every folder of src/ has a catalogue of its own (locales/es.po, locales/en.po). Whoever imports a component of a
// folder gets the folder's messages with it, in the language that is shown and no other, and never renders before they
// are there.
import type { Plugin } from 'vite'

const prefix = 'virtual:messages/'

export function messagesOfFolders(): Plugin {
  return {
    name: 'anden:messages-of-folders',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const folder = `/src/${id.slice(prefix.length + 1)}/locales`
      return `import { addMessages } from '/src/languages.ts'
await addMessages({
  es: () => import('${folder}/es.po'),
  en: () => import('${folder}/en.po'),
})`
    },
    transform(code, id) {
      const [, folder] = /\/dashboard\/src\/(.+)\/[^/]+\.tsx?$/.exec(id) ?? []
      const top = folder?.split('/')[0]
      if (!top || !/@lingui\/(core|react)\/macro/.test(code)) return null
      return { code: `import '${prefix}${top}'\n${code}`, map: null }
    },
  }
}
