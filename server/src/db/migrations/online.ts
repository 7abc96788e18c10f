// Runs a migration outside a transaction, for statements that PostgreSQL allows only there (`create index concurrently`) and for
// changes that would hold locks for too long. A crash can leave it incomplete. It then runs again from the start, so each
// statement must be repeatable.
import type { MigrationContext, Retry } from './apply.ts'
import type { Migration } from './read.ts'

/** Runs it statement by statement; each ends with a semicolon at the end of a line, outside any `$$` quotes. */
export async function runOnline(context: MigrationContext, { name, text }: Migration, retry: Retry) {
  const { connection, say } = context
  for (const statement of statementsOf(text)) {
    if (statement.extension && !(await hasExtension(context, statement.extension))) {
      say(`migration ${name}: skipped a statement that needs the extension ${statement.extension}`)
    } else if (statement.concurrentIndex) {
      say(`migration ${name}: building the index ${statement.concurrentIndex}`)
      await buildIndex(context, statement.concurrentIndex, statement.text)
    } else {
      await retry(async () => void (await connection.query(statement.text)))
    }
  }
}

type Statement = { text: string; extension?: string; concurrentIndex?: string }

/** `-- only with the extension <name>` applies to the next statement. */
function statementsOf(migration: string): Statement[] {
  const statements: Statement[] = []
  let lines: string[] = []
  for (const line of migration.split('\n')) {
    lines.push(line)
    if (!/^[^-].*;\s*$/.test(line) || isQuoted(lines)) continue
    statements.push(statementOf(lines.join('\n')))
    lines = []
  }
  if (statementOf(lines.join('\n')).text !== '') throw new Error('its last statement has no semicolon')
  return statements
}

/** Whether a function body is still open. */
const isQuoted = (lines: string[]) => lines.join('\n').split('$$').length % 2 === 0

function statementOf(text: string): Statement {
  return {
    text: text.replace(/^--.*$/gm, '').trim(),
    extension: /^-- only with the extension (\S+)$/m.exec(text)?.[1],
    concurrentIndex: /create (?:unique )?index concurrently if not exists (\w+)/i.exec(text)?.[1],
  }
}

/**
 * Without a lock time-out: its waits block nobody, and a time-out would leave an invalid index behind. An invalid index
 * that a crash has left is dropped first, because `if not exists` would accept it.
 */
async function buildIndex({ connection }: MigrationContext, name: string, statement: string) {
  await connection.query('set lock_timeout = 0')
  const { rows } = await connection.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rows.length > 0) await connection.query(`drop index concurrently if exists ${name}`)
  await connection.query(statement)
}

async function hasExtension({ connection }: MigrationContext, name: string): Promise<boolean> {
  const { rows } = await connection.query('select from pg_extension where extname = $1', [name])
  return rows.length > 0
}
