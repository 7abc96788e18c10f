// Translated texts for the problems of the staff's actions.
import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../ui/problem-texts.ts'

const reload = msg`Reload the page to see what has changed.`

addProblemTexts({
  'remitos/duplicate-number': [
    msg`This client already has an ingreso with this number`,
    msg`Look whether the paper has been entered before. If it has not, correct the number.`,
  ],
  'remitos/already-voided': [msg`This remito is already voided`, reload],
  'remitos/goods-gone': [
    msg`Some of these goods have left the warehouse`,
    msg`An ingreso can be voided only while all of its goods are in their lots.`,
  ],
  'remitos/belongs-to-order': [msg`This remito belongs to an order`, msg`Cancel the order instead.`],
  'remitos/no-active-book': [
    msg`No book of remitos has numbers left and a valid CAI`,
    msg`Nothing was changed. An administrator enters a book under “Books of remitos”; then do it again.`,
  ],
  'remitos/book-overlap': [
    msg`Some of these numbers are in another book, or were issued already`,
    msg`Compare them with the authorisation. If the other book is wrong, close it: that frees what it has not used.`,
  ],
  'remitos/book-not-found': [msg`There is no such book`, reload],
  'products/archived': [
    msg`An archived product cannot receive goods`,
    msg`Remove its line, or make the product active again.`,
  ],
  'orders/lot-on-hold': [
    msg`The order has goods of a lot on hold`,
    msg`Keep it back until the lot is released, or cancel it.`,
  ],
  'orders/not-changeable': [
    msg`The order can no longer be changed`,
    msg`It has been approved, rejected or cancelled meanwhile.`,
  ],
  'orders/changed-meanwhile': [
    msg`The order has changed meanwhile`,
    msg`Nothing was done. The page shows the order as it is now.`,
  ],
  'orders/not-found': [msg`There is no such order`, msg`The link may be old or mistyped.`],
  'remitos/not-found': [msg`There is no such remito`, msg`The link may be old or mistyped.`],
  'remitos/some-not-found': [msg`Some of these remitos do not exist`, reload],
  'imports/not-found': [msg`There is no such count`, msg`The link may be old or mistyped.`],
  'account/already-reversed': [msg`This entry has been reversed before`, reload],
  'account/duplicate-number': [
    msg`This client already has a credit note with this number`,
    msg`Look whether it has been recorded before. If it has not, correct the number.`,
  ],
  'clients/not-found': [msg`There is no such client`, msg`The link may be old or mistyped.`],
})
