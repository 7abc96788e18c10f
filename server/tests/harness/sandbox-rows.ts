// Rows of fifty sandboxes beside the many of the live clients: some before all of theirs and some after, with the numbers, references
// and statuses that lists of the staff are asked for. Copied by set-based SQL, with the triggers disabled.
import type { Db } from '../../src/db/database.ts'

const sandboxes = 50
/** A list of the staff that read them would read many more rows than any of its bounds allows. */
const sandboxRows = 10_000

type Columns = Record<string, string>

/** Each number is in all of them. */
const numbered = (prefix: string) => `'${prefix}-' || i / ${sandboxes}`
const shifted = (column: string) =>
  `${column} + case when i % 4 < 2 then 7300 else -7300 end * interval '1 day'`
const created = shifted('created_at')

/** Of each table what differs from the row that is copied, as SQL of `i`. */
export const sandboxTables: Record<string, Columns> = {
  orders: {
    order_number: numbered('PED'),
    reference: numbered('OC'),
    status: `case i % 5 when 0 then 'pending' when 1 then 'approved' when 2 then 'rejected' else status end`,
    destinatario_id: 'destinatario_id',
    created_at: created,
  },
  remitos: {
    type: `case when i % 3 = 0 then 'ingreso' else 'egreso' end`,
    date: 'date',
    remito_number: `array['X 99999-' || lpad((i / ${sandboxes})::text, 8, '0')]`,
    created_at: created,
    source_order_id: 'case when i % 3 <> 0 then gen_random_uuid() end',
    acceptance: `case when i % 5 < 2 then null else 'with_differences' end`,
  },
  remito_acceptances: {
    remito_id: 'gen_random_uuid()',
    order_id: 'gen_random_uuid()',
    submission_id: 'submission_id',
    channel: 'channel',
    actor: 'actor',
    outcome: 'outcome',
    late: 'late',
    name: 'name',
    signed_at: 'signed_at',
    created_at: created,
    settled_at: 'case when i % 2 = 0 then settled_at end',
    settled_by: 'case when i % 2 = 0 then settled_by end',
    settled_note: 'case when i % 2 = 0 then settled_note end',
  },
  inbound_notices: {
    number: numbered('AVI'),
    reference: `'OC-' || i / ${sandboxes} || '-' || i % 4`,
    status: `case when i % 3 = 0 then 'announced' else status end`,
    expected_on: `(${shifted('expected_on')})::date`,
    created_at: created,
  },
  returns: {
    number: numbered('DEV'),
    status: `case when i % 3 = 0 then 'expected' else 'received' end`,
    received_at: 'case when i % 3 <> 0 then now() end',
    order_id: 'gen_random_uuid()',
    remito_id: 'gen_random_uuid()',
    created_at: created,
  },
  audit_entries: {
    action: `case when i % 3 = 0 then 'orders.approve' when i % 3 = 1 then 'stock.import' else action end`,
    subject_id: 'gen_random_uuid()',
    after: 'after',
    actor: 'actor',
    created_at: created,
  },
}

export async function fillSandboxes(db: Db): Promise<void> {
  const connection = await db.connect()
  await connection.query(`
    set statement_timeout = 0; set session_replication_role = replica`)
  for (const [table, columns] of Object.entries(sandboxTables)) {
    const copied: Columns = {
      id: 'gen_random_uuid()',
      client_id: `('ffffffff-0000-8000-8000-' || lpad((i % ${sandboxes})::text, 12, '0'))::uuid`,
      ...columns,
    }
    await connection.query(`
      insert into ${table} (${Object.keys(copied).join(', ')})
      select ${Object.values(copied).join(', ')}
      from (select *, row_number() over () as i from (select * from ${table} limit ${sandboxRows}) as copied) as rows`)
    await connection.query(`analyze ${table}`)
  }
  await connection.end()
}
