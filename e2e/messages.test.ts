// The catalogues contain exactly the texts that the dashboard shows, in both languages.
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseSync } from 'oxc-parser'
import { afterAll, expect, test } from 'vitest'

const dashboard = join(import.meta.dirname, '../dashboard')
const copy = join(dashboard, '.build', `messages-${process.pid}`)
const catalogues = globSync('src/**/*.po', { cwd: dashboard }).sort()

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('the catalogues have every message of the code with the files that show it, and no other', async () => {
  mkdirSync(copy, { recursive: true })
  for (const part of ['src', 'lingui.config.ts'])
    cpSync(join(dashboard, part), join(copy, part), { recursive: true })
  const lingui = join(dashboard, '../node_modules/@lingui/cli/dist/lingui.js')
  await promisify(execFile)(process.execPath, [lingui, 'extract', '--clean', '--workers', '1'], { cwd: copy })
  const messagesIn = (folder: string) =>
    globSync('src/**/*.po', { cwd: folder })
      .sort()
      .map((file) => ({
        file,
        messages: messagesOf(join(folder, file)).map(({ id, shownIn }) => ({ id, shownIn })),
      }))
  expect(messagesIn(dashboard)).toEqual(messagesIn(copy))
})

test('every message is translated', () => {
  expect(catalogues).toEqual(['src/locales/en.po', 'src/locales/es.po'])
  const untranslated = catalogues
    .filter((file) => file.endsWith('/es.po'))
    .flatMap((file) =>
      messagesOf(join(dashboard, file))
        .filter(({ text }) => text === '')
        .map(({ id }) => `${file}: ${id}`),
    )
  expect(untranslated).toEqual([])
})

test('a translation uses the values of its message, and no other', () => {
  const values = (text: string) =>
    [...new Set(text.match(/(?<!(?:\bone|\bother|=\d) )\{\w+|<\/?\d+\/?>/g) ?? [])].sort()
  const different = catalogues.flatMap((file) =>
    messagesOf(join(dashboard, file))
      .filter(({ id, text }) => text !== '' && values(id).join() !== values(text).join())
      .map(({ id, text }) => `${file}: ${id} → ${text}`),
  )
  expect(different).toEqual([])
})

test('no text is outside the catalogues', () => {
  const files = globSync('src/**/*.tsx', { cwd: dashboard }).filter((file) => !file.includes('.test.'))
  const found = files.flatMap((file) => {
    const text = readFileSync(join(dashboard, file), 'utf8')
    return textsIn(parseSync(file, text).program)
      .filter((shown) => !namesThatStay.has(shown))
      .map((shown) => `${file}: ${shown}`)
  })
  expect(found).toEqual([])
})

/** Texts that are the same in every language: names, units and technical notation. */
const namesThatStay = new Set([
  ...['andén', 'Español', 'English', 'Ctrl K', 'Esc', 'CUIT', '· CUIT', 'DNI', 'ms'],
  ...['AB 123 CD', 'Shift + F8', 'Ctrl + Enter'],
  ...['POST', 'evt_', 'whsec_…', 'X-Gateway-Key', 'https://erp.example.com/hooks/anden'],
  ...['POST /orders'],
  '{"id":"evt_…","type":"order.created",…}',
])
const shownAttributes = new Set(['label', 'title', 'placeholder', 'alt', 'aria-label', 'description', 'note'])

type Message = { id: string; text: string; shownIn: string[] }

/** Parses a catalogue in the PO format, in which a text can span several lines. */
function messagesOf(file: string): Message[] {
  const entries = readFileSync(file, 'utf8').split(/\n\n+/)
  const part = (entry: string, name: string) => {
    const [, lines = ''] = new RegExp(`^${name} ((?:".*"\\n?)+)`, 'm').exec(entry) ?? []
    return [...lines.matchAll(/"(.*)"/g)].map(([, line]) => line).join('')
  }
  return entries
    .map((entry) => ({
      id: part(entry, 'msgid'),
      text: part(entry, 'msgstr'),
      shownIn: [...entry.matchAll(/^#: (.+)$/gm)].map(([, file = '']) => file),
    }))
    .filter(({ id }) => id !== '')
}

type Node = { type: string; [member: string]: unknown }

const hasWord = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2,}/u.test(text)

/** Finds letters between tags, in visible attributes, and in braces between tags, except inside <Trans>. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, name, expression, openingElement } = node as Node
  if (type === 'JSXElement' && nameOf(openingElement) === 'Trans') return []
  if (type === 'JSXText' && hasWord(value)) return [value.trim()]
  if (type === 'JSXAttribute' && shownAttributes.has(textOf(name)) && hasWord(literal(value)))
    return [literal(value) as string]
  if (type === 'JSXExpressionContainer' && hasWord(literal(expression)))
    return [literal(expression) as string]
  return Object.values(node).flatMap(textsIn)
}

const textOf = (name: unknown) => ((name as Node)?.['name'] as string) ?? ''
const nameOf = (element: unknown) => textOf((element as Node)?.['name'])
const literal = (node: unknown) => ((node as Node)?.type === 'Literal' ? (node as Node)['value'] : undefined)
