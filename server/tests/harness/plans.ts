// What a statement really reads, as PostgreSQL reports it, with the plan that the service runs: prepared and generic, as
// the pool's sessions request.
import type pg from 'pg'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

export type PlanCost = {
  /** Blocks of tables and indexes, wherever they came from. */
  blocks: number
  /** Rows read by the scans of each table, including those that were filtered out. */
  rowsRead: Record<string, number>
  /** Rows that were sorted. */
  sorted: number
  indexes: string[]
  seqScans: string[]
}

export type PreparedStatement = { text: string; values: readonly unknown[] }

export async function planCost(connection: pg.Client, statement: PreparedStatement): Promise<PlanCost> {
  await connection.query(`prepare plan_under_test as ${statement.text}`)
  const values = statement.values.map((value) => connection.escapeLiteral(literal(value))).join(', ')
  const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, format json) execute plan_under_test (${values})`,
  )
  await connection.query('deallocate plan_under_test')
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('EXPLAIN gave no plan')
  return costOfPlan(plan)
}

export function costOfPlan(plan: PlanNode): PlanCost {
  const account: PlanCost = { blocks: blocksOf(plan), rowsRead: {}, sorted: 0, indexes: [], seqScans: [] }
  for (const node of nodesOf(plan)) enter(account, node)
  return account
}

function enter(account: PlanCost, node: PlanNode) {
  const table = node['Relation Name']
  if (node['Index Name']) account.indexes.push(node['Index Name'])
  if (node['Node Type'] === 'Seq Scan' && table) account.seqScans.push(table)
  if (node['Node Type'].endsWith('Sort')) {
    account.sorted += (node.Plans ?? []).reduce((sum, input) => sum + rowsOf(input), 0)
  }
  if (!table) return
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const read = rowsOf(node) + removed * node['Actual Loops']
  account.rowsRead[table] = (account.rowsRead[table] ?? 0) + read
}

function literal(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  const elements = value.map((one) => (Buffer.isBuffer(one) ? `"\\\\x${one.toString('hex')}"` : one))
  return `{${elements.map((one) => one ?? 'null').join(',')}}`
}

const rowsOf = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops']
const blocksOf = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks']
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
