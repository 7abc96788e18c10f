// Everything that the documentation names exists, and vice versa: settings, commands, scopes, events, metrics, errors.
import { readdirSync } from 'node:fs'
import {
  deliveryFaultCodes,
  eventTypes,
  type FaultCode,
  faultEntry,
  faultTemplate,
  fieldFaultCodes,
  lineFaultCodes,
  orderActions,
  orderTransitions,
  portalScopes,
  problems,
  sheetFaults,
  staffScopes,
} from '@anden/contract'
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import {
  blocksOf,
  firstTableOf,
  pageFiles,
  spansOf,
  tablesOf,
  textOfPage,
} from '../../tests/harness/docs-blocks.ts'
import { readConfig } from '../config/settings.ts'
import { registry } from '../metrics.ts'
import '../app/app.ts'
import '../app/background-work.ts'
import '../app/start.ts'

const inBothLanguages = (slug: string) => pageFiles.filter((file) => file.slice(2) === `/${slug}.md`)

describe('settings', () => {
  const names = new Set<string>()
  const recorded = new Proxy({} as Record<string, string>, {
    get: (_, name) => void names.add(String(name)),
  })
  readConfig(recorded)
  const ofLibraries = ['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_EXPORTER_OTLP_HEADERS']
  /** Of a client's own program, the samples and `anden-listen` included. */
  const ofRuntimes = ['HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'DENO_CERT', 'ANDEN_URL', 'ANDEN_API_KEY']

  test('are all in the table of settings, and no others', () => {
    for (const file of inBothLanguages('operating/settings')) {
      const rows = [...textOfPage(file).matchAll(/^\| `([A-Z0-9_]+)`/gm)]
      expect(rows.map(([, name]) => name).sort()).toEqual([...names].sort())
    }
  })

  test('that any page names exist', () => {
    const unknown = pageFiles.flatMap((file) =>
      spansOf(file)
        .filter(
          (span) =>
            /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(span) &&
            !names.has(span) &&
            ![...ofLibraries, ...ofRuntimes].includes(span),
        )
        .map((span) => `${file}: ${span}`),
    )
    expect(unknown).toEqual([])
  })
})

describe('commands', async () => {
  const program = new Command('anden')
  const folder = new URL('../commands/', import.meta.url)
  for (const file of readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name))) {
    const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>
    for (const [name, add] of Object.entries(exported))
      if (/Commands?$/.test(name)) (add as (program: Command) => void)(program)
  }

  const leaves = (command: Command, words: string[] = []): { words: string[]; command: Command }[] =>
    command.commands.length === 0
      ? [{ words, command }]
      : command.commands.flatMap((child) => leaves(child, [...words, child.name()]))
  const all = leaves(program).map(({ words, command }) => ({ name: words.join(' '), command }))
  const optionsOf = (command: Command) => command.options.map(({ long }) => long ?? '')

  test('are all on the page of commands, with all their options', () => {
    const text = inBothLanguages('operating/commands').map(textOfPage)
    expect(all.length).toBeGreaterThan(15)
    const isMissing = (words: string) => text.some((page) => !page.includes(words))
    const missing = all.flatMap(({ name, command }) => [
      ...(isMissing(`\`${name}`) ? [name] : []),
      ...optionsOf(command)
        .filter(isMissing)
        .map((option) => `${name} ${option}`),
    ])
    expect(missing).toEqual([])
  })

  test('that any page names exist, with their options', () => {
    const wrong = pageFiles.flatMap((file) => {
      const shell = blocksOf(file).filter(({ language }) => language === 'sh')
      const code = [...spansOf(file), ...shell.map((block) => block.code)]
      return code
        .flatMap((text) => [...text.matchAll(/(?:^|\s|\/|\()anden (?!--|-p|<)([^\n|&;#)]+)/g)])
        .map(([, line = '']) => line.trim())
        .filter((line) => !isCommand(line))
        .map((line) => `${file}: anden ${line}`)
    })
    expect(wrong).toEqual([])
  })

  function isCommand(line: string): boolean {
    // `docker run … anden` names the image.
    if (line === '.') return true
    let command = program
    for (const word of line.split(/\s+/)) {
      const child = command.commands.find((one) => one.name() === word)
      if (!child) break
      command = child
    }
    const known = [...optionsOf(command), '--help']
    const options = [...line.matchAll(/--[a-z-]+/g)].map(([option]) => option)
    return command !== program && options.every((option) => known.includes(option))
  }
})

test.each(inBothLanguages('guides/authentication'))('%s has every scope of the portal', (file) => {
  const spans = spansOf(file)
  expect(portalScopes.filter((scope) => !spans.includes(scope))).toEqual([])
})

test.each(inBothLanguages('warehouse/first-day'))('%s has every scope of the staff', (file) => {
  const spans = spansOf(file)
  expect(staffScopes.filter((scope) => !spans.includes(scope))).toEqual([])
})

test.each(inBothLanguages('guides/webhooks'))('%s has every event', (file) => {
  const spans = spansOf(file)
  expect(eventTypes.filter((type) => !spans.includes(type))).toEqual([])
})

/** The rows whose request is an action on an order. */
const stepsOf = (file: string) =>
  tablesOf(file)
    .flat()
    .filter((row) => /"action"/.test(row[1] ?? ''))

describe('the steps of an order', () => {
  const known = orderActions.flatMap((action) => {
    const { from, to, event, needsReason } = orderTransitions[action]
    const reported = event ? [event] : []
    return [
      ...from.staff.map((status) => [
        status,
        action,
        needsReason ? 'staff, reason' : 'staff',
        to,
        ...reported,
      ]),
      ...from.client.map((status) => [status, action, 'client', to, ...reported]),
    ]
  })
  const words = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
  const whoIn = (cell: string) => [
    ...(/client/.test(cell) ? ['client'] : []),
    ...(/staff|personal/.test(cell) ? [/reason|motivo/.test(cell) ? 'staff, reason' : 'staff'] : []),
  ]

  test.each(inBothLanguages('concepts/orders'))('%s has the table of the contract', (file) => {
    const [creation, ...steps] = firstTableOf(file)
    expect(creation?.slice(3).flatMap(words)).toEqual(['pending', 'order.created'])
    const documented = steps.flatMap(([from = '', action = '', by = '', to = '', event = '']) =>
      words(from).flatMap((status) =>
        whoIn(by).map((who) => [status, ...words(action), who, ...words(to), ...words(event)]),
      ),
    )
    expect(documented.sort()).toEqual(known.sort())
  })

  test.each(inBothLanguages('warehouse/orders'))(
    'are requests with a reason where one is needed: %s',
    (file) => {
      const requests = stepsOf(file).map(([, request = '']) => words(request)[0])
      const needed = orderActions.map((action) => ({
        action,
        ...(orderTransitions[action].needsReason ? { reason: '…' } : {}),
        ...(action === 'update' ? { notes: '…' } : {}),
        ...(action === 'pack' ? { packages: 3, checked: true } : {}),
      }))
      expect(requests.map((request = '') => JSON.parse(request))).toEqual(needed)
    },
  )
})

test.each(inBothLanguages('operating/monitoring'))('%s describes every metric of the service', (file) => {
  const rows = [...textOfPage(file).matchAll(/^\| `(anden_\w+)`/gm)]
  const exposed = registry.getMetricsAsArray().map(({ name }) => name)
  expect(rows.map(([, name]) => name).sort()).toEqual(
    exposed.filter((name) => name.startsWith('anden_')).sort(),
  )
})

test('every error that a page names is in the catalogue', () => {
  const categories = new Set(Object.keys(problems).map((code) => code.split('/')[0]))
  const unknown = pageFiles.flatMap((file) =>
    spansOf(file)
      .filter((span) => /^[a-z-]+\/[a-z-]+$/.test(span) && categories.has(span.split('/')[0]))
      .filter((code) => !Object.hasOwn(problems, code))
      .map((code) => `${file}: ${code}`),
  )
  expect(unknown).toEqual([])
})

test.each(inBothLanguages('guides/errors'))(
  '%s has every code in errors, with its params and its sentence',
  (file) => {
    const rows = textOfPage(file).match(/^\| `[a-z0-9_]+` \|.*$/gm)
    const ofSheets = Object.keys(sheetFaults) as FaultCode[]
    expect(rows).toEqual([...fieldFaultCodes, ...lineFaultCodes, ...ofSheets].map(rowOfFault))
  },
)

test.each(inBothLanguages('guides/webhooks'))('%s has every code of a failed attempt', (file) => {
  const [, table] = textOfPage(file).split('| --- | --- | --- |\n')
  expect(table?.split('\n\n')[0]).toBe(deliveryFaultCodes.map(rowOfFault).join('\n'))
})

function rowOfFault(code: FaultCode): string {
  const params = Object.keys(faultEntry(code).params).map((name) => `\`${name}\``)
  return `| \`${code}\` | ${params.join(', ') || '–'} | ${faultTemplate(code)} |`
}
