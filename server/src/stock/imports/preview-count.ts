// A dry run: the summary of the import and every line that would change something. It is rendered to disk in batches,
// so that its size does not matter and a slow reader keeps no transaction open.
import { ImportChange, type StockImportPreview } from '@anden/contract'
import build from 'fast-json-stringify'
import type { Transaction } from '../../db/transaction.ts'
import { openSpool, type Spool } from '../../http/input/spool.ts'
import type { RenderedJson } from '../../http/writes/upload-handler.ts'
import { compareCount } from './compare.ts'
import { changesByLine } from './comparison-queries.ts'
import { inBatches } from './staging-tables.ts'

const serialize = build(ImportChange as object)

/** The response as JSON. The caller drains it. */
export async function previewCount(
  tx: Transaction,
  clientId: string,
  file: Spool,
): Promise<RenderedJson<StockImportPreview>> {
  const summary = await compareCount(tx, clientId, file, { dryRun: true })
  const answer = await openSpool()
  try {
    const head: Omit<StockImportPreview, 'changes'> = { id: null, dry_run: true, ...summary }
    await answer.write(`${JSON.stringify(head).slice(0, -1)},"changes":[`)
    let separator = ''
    for await (const changes of inBatches(tx, changesByLine)) {
      await answer.write(separator + changes.map((change) => serialize(change)).join(','))
      separator = ','
    }
    await answer.write(']}')
    return answer
  } catch (error) {
    await answer.close()
    throw error
  }
}
