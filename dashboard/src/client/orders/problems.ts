import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../ui/problem-texts.ts'

addProblemTexts({
  'orders/not-found': [
    msg`There is no such order`,
    msg`The link may be mistyped, or the order is another client's.`,
  ],
  'orders/unknown-destinatario': [
    msg`This recipient can no longer be chosen`,
    msg`It was deleted. Choose another one.`,
  ],
  'orders/unknown-product': [
    msg`One of the products can no longer be ordered`,
    msg`It was archived. Remove its line.`,
  ],
  'orders/insufficient-stock': [
    msg`There is not enough stock for this order`,
    msg`The lines concerned say what is available. Order less, or wait for stock.`,
  ],
  'orders/not-changeable': [
    msg`The order can no longer be changed`,
    msg`The warehouse has already decided on it, or it is cancelled.`,
  ],
  'orders/changed-meanwhile': [
    msg`The order has changed meanwhile`,
    msg`Nothing was changed. The page shows the order as it is now.`,
  ],
  'orders/not-cancellable': [
    msg`The order can no longer be cancelled here`,
    msg`The warehouse is already preparing it, or has sent it. Ask the warehouse to cancel it.`,
  ],
  'attachments/not-found': [
    msg`This file no longer exists`,
    msg`Reload the page to see the files that there are.`,
  ],
  'attachments/unsupported-type': [
    msg`This is not a PDF`,
    msg`Only PDF files can be attached, and their name must end in .pdf.`,
  ],
  'attachments/too-large': [msg`The file is too large`, msg`Make it smaller, or split it.`],
  'attachments/limit-reached': [
    msg`This order has as many files as it can have`,
    msg`Combine several documents into one PDF.`,
  ],
  'attachments/order-closed': [
    msg`Files can no longer be attached`,
    msg`The order was rejected or cancelled.`,
  ],
  'attachments/not-removable': [
    msg`This file can no longer be removed`,
    msg`The warehouse has already decided on the order. Ask the warehouse.`,
  ],
  'attachments/invalid-link': [
    msg`The link to the file has expired`,
    msg`Reload the page: it gets a fresh link.`,
  ],
})
