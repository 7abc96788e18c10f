// Every code of the catalogue has a text of the page's own, in English and in Spanish, with the figures that it names.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import {
  deliveryFaultCodes,
  type FaultCode,
  faultEntry,
  fieldFaultCodes,
  lineFaultCodes,
  type ParamKind,
  sheetFaultCodes,
} from '@anden/contract'
import { transformAsync } from '@babel/core'
import type { MessageDescriptor } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { describe, expect, test, vi } from 'vitest'

const src = join(import.meta.dirname, '..')

const samples: Record<ParamKind, unknown> = {
  number: 3,
  string: '2026-02-30',
  strings: ['kg', 'litro'],
  unit: 'caja',
}

type Texts = Record<string, (params: object) => MessageDescriptor>

/** The table of texts as the build makes it from the macros of Lingui. It imports nothing but types. */
async function textsIn(file: string, name: string): Promise<Texts> {
  vi.stubEnv('LINGUI_CONFIG', join(src, '../lingui.config.ts'))
  const built = await transformAsync(stripTypeScriptTypes(readFileSync(join(src, file), 'utf8')), {
    plugins: ['@lingui/babel-plugin-lingui-macro'],
    configFile: false,
  })
  vi.unstubAllEnvs()
  const exported = await import(`data:text/javascript,${encodeURIComponent(built?.code ?? '')}`)
  return exported[name]
}

async function catalogue(locale: string): Promise<Map<string, string>> {
  const text = readFileSync(join(src, 'locales', `${locale}.po`), 'utf8')
  const messages = await formatter().parse(text, { locale, sourceLocale: 'en', filename: '' })
  return new Map(Object.entries(messages).map(([id, { translation = '' }]) => [id, translation]))
}

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()

describe.each([
  ['fields', 'ui/form/field-fault-texts.ts', 'fieldFaultTexts', fieldFaultCodes],
  ['lines', 'staff/counts/line-fault-texts.ts', 'lineFaultTexts', lineFaultCodes],
  ['sheets', 'shared/sheet/sheet-fault-texts.ts', 'sheetFaultTexts', sheetFaultCodes],
  [
    'deliveries',
    'client/developers/webhooks/delivery-fault-texts.ts',
    'deliveryFaultTexts',
    deliveryFaultCodes,
  ],
] as const)('of %s', async (_, file, name, codes) => {
  const texts = await textsIn(file, name)
  const [spanish, english] = [await catalogue('es'), await catalogue('en')]

  test('there is a text for every code and for no other', () => {
    expect(Object.keys(texts).sort()).toEqual([...codes].sort())
  })

  test.each<FaultCode>([...codes])('%s is shown in both languages', (code) => {
    const params = Object.entries(faultEntry(code).params).map(([param, kind]) => [param, samples[kind]])
    const { id, values = {} } = texts[code]?.(Object.fromEntries(params)) ?? { id: '' }
    for (const shown of [english.get(id), spanish.get(id)]) {
      expect(shown).toMatch(/\S/)
      expect(namesIn(shown ?? '')).toEqual(Object.keys(values).sort())
    }
    expect(spanish.get(id)).not.toBe(english.get(id))
  })
})
