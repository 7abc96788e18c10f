import { Attachment } from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { attachFile } from './attach.ts'
import type { FileLinks } from './files.ts'
import { removeAttachment } from './remove.ts'
import { readSingleFile } from './single-file-form.ts'
import type { FileStorage } from './storage.ts'

export function attachmentsPortal(
  portal: Router<PortalPrincipal>,
  deps: Pick<Deps, 'db' | 'log'> & { files: FileStorage },
  links: FileLinks,
) {
  portal.upload(
    '/orders/:id/attachments',
    {
      summary: 'Attach a PDF to an order',
      description: `One file per request, at most 10 MiB; at most 20 files per order. Both the name and the content must be those of a PDF. Files cannot be attached to a rejected or cancelled order.

An upload that fails leaves nothing behind.`,
      scope: 'write:orders',
      contentTypes: ['multipart/form-data'],
      reply: Attachment,
      problems: [
        'validation/malformed-request',
        'validation/invalid-body',
        'orders/not-found',
        'attachments/order-closed',
        'attachments/limit-reached',
        'attachments/unsupported-type',
        'attachments/too-large',
        'sandbox/limit-reached',
      ],
    },
    async ({ client, params, by, request, respond }) => {
      const file = await readSingleFile(request)
      const row = await attachFile(deps, by, client.id, params.id, file)
      return respond.json({ ...row, file_url: links.urlOf(row.id) })
    },
  )

  portal.delete(
    '/orders/:id/attachments/:attachment_id',
    {
      summary: 'Remove an attachment',
      description: 'Only while the order is pending. Links to the file stop working at once.',
      scope: 'write:orders',
      problems: ['orders/not-found', 'attachments/not-found', 'attachments/not-removable'],
    },
    ({ tx, by, client, params }) =>
      removeAttachment(tx, deps, by, {
        clientId: client.id,
        orderId: params.id,
        id: params.attachment_id,
      }),
  )
}
