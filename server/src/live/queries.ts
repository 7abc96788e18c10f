import type { ClientTopicChange } from '@anden/contract'
import { type Statement, sql } from '../db/sql.ts'

/** `is_new`: committed after the previous snapshot; null if there was none. */
export type FoundChange = ClientTopicChange & { changed_in: string; is_new: boolean | null }

export type Poll = { snapshot: string; changes: FoundChange[]; ended: string[] }

/**
 * Everything that the streams of this process need: the topics that changed in or after the transaction `since`, and
 * the credentials that have ended. The upper bound excludes nothing; with a range the planner expects few rows and uses
 * the index, with a lower bound alone it expects a third of the table and reads all of it.
 */
export const pollChanges = (previous: string | null, since: bigint | null, ended: Statement) =>
  sql<Poll>`
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(json_agg(json_build_object('client_id', client_id, 'topic', topic, 'version', version,
          'changed_in', changed_in::text,
          'is_new', not pg_visible_in_snapshot(changed_in, ${previous}::pg_snapshot))), '[]')
        from client_versions
        where changed_in >= ${since === null ? null : String(since)}::xid8
          and changed_in <= pg_snapshot_xmax(pg_current_snapshot())) as changes,
      array_to_json(array(${ended})) as ended`
