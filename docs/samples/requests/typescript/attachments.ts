import { readFile } from 'node:fs/promises'
import { Anden } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '', ORDER = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

const pdf = new File([await readFile('purchase-order.pdf')], 'purchase-order.pdf', {
  type: 'application/pdf',
})
const attachment = await anden.orders.attachments.create(ORDER, pdf)
console.log(attachment.file_name)
