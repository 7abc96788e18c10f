import { sql } from '../db/sql.ts'

/** The time limit of an upload. An older row in state 'uploading' has failed. */
const uploadLimit = sql`interval '1 hour'`

export type AttachmentRow = { id: string; file_name: string; created_at: string }

/** Includes uploads in progress. */
export const attachmentCount = (clientId: string, orderId: string) =>
  sql<{ count: number }>`
    select count(*)::int as count
    from order_attachments
    where client_id = ${clientId} and order_id = ${orderId}
      and (state = 'ready' or (state = 'uploading' and created_at > now() - ${uploadLimit}))`

export const insertUpload = (clientId: string, orderId: string, id: string, fileName: string) =>
  sql`
    insert into order_attachments (id, client_id, order_id, file_name)
    values (${id}, ${clientId}, ${orderId}, ${fileName})`

export const setReady = (clientId: string, id: string, sizeBytes: number) =>
  sql<AttachmentRow>`
    update order_attachments
    set state = 'ready', size_bytes = ${sizeBytes}
    where client_id = ${clientId} and id = ${id} and state = 'uploading' and created_at > now() - ${uploadLimit}
    returning id, file_name, created_at`

/** Ages a failed upload past the limit, so that it no longer counts and the sweep removes it. */
export const expireUpload = (clientId: string, id: string) =>
  sql`
    update order_attachments
    set created_at = now() - ${uploadLimit}
    where client_id = ${clientId} and id = ${id} and state = 'uploading'`

/** Returns no row if the order has no such file. It is no longer shown or served from the commit on. */
export const setRemoved = (clientId: string, orderId: string, id: string) =>
  sql<{ file_name: string; size_bytes: number }>`
    update order_attachments
    set state = 'removed'
    where client_id = ${clientId} and order_id = ${orderId} and id = ${id} and state = 'ready'
    returning file_name, size_bytes`

/** Locked, so that no two processes remove the same upload and none becomes ready in the meantime. */
export const lockExpiredUploads = (limit: number) =>
  sql<{ id: string }>`
    select id
    from order_attachments
    where state = 'uploading' and created_at <= now() - ${uploadLimit}
    order by created_at
    limit ${limit}
    for update skip locked`

export const lockUpload = (clientId: string, id: string) =>
  sql<{ id: string }>`
    select id
    from order_attachments
    where client_id = ${clientId} and id = ${id} and state = 'uploading'
    for update`

export const lockRemoved = (id: string) =>
  sql<{ id: string }>`select id from order_attachments where id = ${id} and state = 'removed' for update`

export const lockSomeRemoved = (limit: number) =>
  sql<{ id: string }>`
    select id
    from order_attachments
    where state = 'removed'
    order by created_at
    limit ${limit}
    for update skip locked`

export const deleteRows = (ids: readonly string[]) =>
  sql`
    delete from order_attachments
    where id = any(${ids}::uuid[]) and state <> 'ready'`

export const tryLock = (lockId: number) =>
  sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockId}) as locked`

export const readyFile = (id: string) =>
  sql<{ file_name: string }>`
    select file_name
    from order_attachments
    where id = ${id} and state = 'ready'`

export const attachmentDirectory = () =>
  sql<{ id: string }>`select id from attachment_directory where singleton`

export const insertAttachmentDirectory = (id: string) =>
  sql`insert into attachment_directory (id) values (${id}) on conflict do nothing`

/** Of a sandbox, whose orders are few. */
export const bytesOfClient = (clientId: string) =>
  sql<{ bytes: number }>`
    select coalesce(sum(file.size_bytes), 0)::float8 as bytes
    from orders
    join order_attachments file on file.order_id = orders.id and file.state = 'ready'
    where orders.client_id = ${clientId}`
