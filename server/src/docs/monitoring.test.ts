// The alert rules and the Grafana board ask only for metrics and labels that exist.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { registry } from '../metrics.ts'
import '../app/app.ts'
import '../app/background-work.ts'
import '../app/start.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../docs/monitoring/${name}`, import.meta.url), 'utf8')
const board = JSON.parse(read('anden-grafana.json')) as {
  panels: { title: string; id: number; targets: { expr: string }[] }[]
}
const rules = read('anden-alerts.yml')

// `up`, `job` and `instance` come from Prometheus itself.
const metrics = registry.getMetricsAsArray().flatMap(({ name, type }) => {
  const isHistogram = String(type) === 'histogram'
  return isHistogram ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name]
})
const labels = new Set(['le', 'job', 'instance', 'method', 'route', 'status', 'outcome', 'reason'])

const named = (text: string) => [...text.matchAll(/\b(?:anden|nodejs|process)_\w+/g)].map(([name]) => name)

describe('the Grafana board', () => {
  const expressions = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  test('names only metrics that exist, and every metric of the service', () => {
    const used = expressions.flatMap(named)
    expect(used.filter((name) => !metrics.includes(name))).toEqual([])
    const own = registry.getMetricsAsArray().map(({ name }) => name)
    const missing = own.filter(
      (name) => name.startsWith('anden_') && !used.some((one) => one === name || one.startsWith(`${name}_`)),
    )
    expect(missing).toEqual([])
  })

  test('has panels with ids and titles of their own', () => {
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
    expect(new Set(board.panels.map(({ title }) => title)).size).toBe(board.panels.length)
  })

  test.each(expressions)('%s has balanced brackets and known labels', (expression) => {
    expect(expression.split('(').length).toBe(expression.split(')').length)
    const used = [...expression.matchAll(/(\w+)=~?"/g), ...expression.matchAll(/by \(([\w, ]+)\)/g)]
    const names = used.flatMap(([, text = '']) => text.split(', '))
    expect(names.filter((name) => !labels.has(name))).toEqual([])
  })
})

describe('the alert rules', () => {
  test('name only metrics that exist', () => {
    const used = rules.split('\n').filter((line) => !/summary:|description:/.test(line))
    expect(named(used.join('\n')).filter((name) => !metrics.includes(name))).toEqual([])
  })

  test('each have an expression, a severity and a description', () => {
    const count = (pattern: RegExp) => [...rules.matchAll(pattern)].length
    const alerts = count(/^ {6}- alert: Anden\w+$/gm)
    expect(alerts).toBeGreaterThan(8)
    expect([
      count(/^ {8}expr: /gm),
      count(/^ {8}labels: \{ severity: (critical|warning) \}$/gm),
      count(/^ {10}description: "/gm),
    ]).toEqual([alerts, alerts, alerts])
  })
})
