// The catalogues of all loaded folders share one table, keyed by message. If two folders translated a message
// differently, the folder that was opened first would decide.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const entry = /^msgid (".*")\nmsgstr (".+")$/gm

test('a message has the same Spanish translation in every folder', () => {
  const folders = globSync('*/locales/es.po', { cwd: import.meta.dirname })
  const translations = new Map<string, Map<string, string>>()
  for (const file of folders) {
    for (const [, message = '', text = ''] of readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
      entry,
    )) {
      const known = translations.get(message) ?? new Map<string, string>()
      translations.set(message, known.set(text, file))
    }
  }
  const different = [...translations].filter(([, texts]) => texts.size > 1)
  expect(different.map(([message, texts]) => ({ message, texts: Object.fromEntries(texts) }))).toEqual([])
})
