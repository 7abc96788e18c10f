// A migration outside a transaction: what PostgreSQL allows only there (`create index concurrently`), and changes to
// data that are made in batches by code, since they need a function of ours or would hold locks for too long. A crash
// can leave it half done; it then runs again from its start, so each part of it must be repeatable.
import type { Applying, Retried } from './apply.ts'
import type { Migration } from './read.ts'
import { steps } from './steps.ts'

/** Statement by statement; each ends with a semicolon at the end of a line, outside any `$$` quotes. */
export async function runOnline(applying: Applying, { name, text }: Migration, retried: Retried) {
  const { connection, say } = applying
  for (const part of partsOf(text)) {
    if ('step' in part) {
      const step = steps[part.step]
      if (!step) throw new Error(`there is no step ${part.step}`)
      say(`migration ${name}: ${part.step}`)
      await step(connection, retried)
    } else if (part.extension && !(await hasExtension(applying, part.extension))) {
      say(`migration ${name}: left out what needs the extension ${part.extension}`)
    } else if (part.concurrentIndex) {
      say(`migration ${name}: building the index ${part.concurrentIndex}`)
      await buildIndex(applying, part.concurrentIndex, part.text)
    } else {
      await retried(async () => void (await connection.query(part.text)))
    }
  }
}

type Statement = { text: string; extension?: string; concurrentIndex?: string }
type Part = { step: string } | Statement

/** `-- step: <name>` runs code; `-- only with the extension <name>` is for the statement that follows. */
function partsOf(migration: string): Part[] {
  const parts: Part[] = []
  let lines: string[] = []
  for (const line of migration.split('\n')) {
    const step = /^-- step: (\S+)$/.exec(line)?.[1]
    if (step) parts.push({ step })
    else lines.push(line)
    if (!/^[^-].*;\s*$/.test(line) || isQuoted(lines)) continue
    parts.push(statementOf(lines.join('\n')))
    lines = []
  }
  if (statementOf(lines.join('\n')).text !== '') throw new Error('its last statement has no semicolon')
  return parts
}

/** Whether the body of a function is still open. */
const isQuoted = (lines: string[]) => lines.join('\n').split('$$').length % 2 === 0

function statementOf(text: string): Statement {
  return {
    text: text.replace(/^--.*$/gm, '').trim(),
    extension: /^-- only with the extension (\S+)$/m.exec(text)?.[1],
    concurrentIndex: /create (?:unique )?index concurrently if not exists (\w+)/i.exec(text)?.[1],
  }
}

/**
 * Its waits block nobody, and a time-out would leave an invalid index behind: so it may wait. What a crash has left
 * is dropped first; `if not exists` would take it for the index.
 */
async function buildIndex({ connection }: Applying, name: string, statement: string) {
  await connection.query('set lock_timeout = 0')
  const { rows } = await connection.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rows.length > 0) await connection.query(`drop index concurrently if exists ${name}`)
  await connection.query(statement)
}

async function hasExtension({ connection }: Applying, name: string): Promise<boolean> {
  const { rows } = await connection.query('select from pg_extension where extname = $1', [name])
  return rows.length > 0
}
