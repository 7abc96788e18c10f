import { notFound, type ProblemEntries } from './entry.ts'

/** Stock, lots and stock counts. */
export const stockProblems = {
  'stock/not-found': notFound('Stock row'),
  'stock/insufficient-stock': {
    status: 422,
    title: 'Insufficient stock',
    detail: 'There is not enough stock for this movement.',
    remedy:
      'See "shortages". The quantity of a lot can never go below zero, and a transfer can take only available stock.',
    extra: ['shortages'],
  },
  'lots/not-found': notFound('Lot'),
  'lots/on-hold': {
    status: 409,
    title: 'Lot on hold',
    detail: 'Goods of a lot on hold can be neither handed out nor transferred.',
    remedy:
      'Use another lot, or release this one with PATCH /lots/{id} and {"hold": false}. "errors" points at each place that names it. An adjustment can still correct its quantity.',
    extra: ['errors'],
  },
  'imports/invalid-file': {
    status: 422,
    title: 'Invalid file',
    detail: 'The file has invalid lines. Nothing was changed.',
    remedy:
      'See "errors": up to 1,000 entries with the line, the column and what is wrong. Correct them and send the whole file again.',
    extra: ['errors'],
  },
  'imports/invalid-sheet': {
    status: 422,
    title: 'Invalid sheet',
    detail: 'Some cells of the sheet are not valid. Nothing was changed.',
    remedy:
      'See "errors": up to 1,000 entries with the line, the column, the value and what is wrong, often with what may have been meant. Correct them and send the whole sheet again. A dry run shows the same, without trying.',
    extra: ['errors'],
  },
  'imports/not-found': notFound('Import'),
  'imports/stock-changed': {
    status: 409,
    title: 'Stock changed since the dry run',
    detail: 'A lot of the file has changed since the dry run with this fingerprint. Nothing was imported.',
    remedy:
      'Repeat the dry run to see what the file would change now, then import it with the new fingerprint. Without a fingerprint the file is imported whatever has changed.',
  },
} as const satisfies ProblemEntries

export const productProblems = {
  'products/not-found': notFound('Product'),
  'products/duplicate-sku': {
    status: 409,
    title: 'Duplicate SKU',
    detail: 'This client already has a product with this SKU.',
    remedy: 'Use the existing product, or another SKU. The SKU of an archived product stays taken.',
  },
  'products/duplicate-gtin': {
    status: 409,
    title: 'Duplicate GTIN',
    detail: 'This client already has a product with this GTIN.',
    remedy:
      'Use the existing product, or remove the GTIN from it first. The GTIN of an archived product stays taken.',
  },
  'products/in-stock': {
    status: 409,
    title: 'Product in stock',
    detail: 'Only a product without stock and without pending orders can be archived.',
    remedy:
      'Remove the stock (by an egreso, a transfer or an adjustment) and settle the pending orders, then archive the product.',
  },
  'products/archived': {
    status: 422,
    title: 'Archived product',
    detail: 'An archived product cannot receive goods.',
    remedy:
      'Use another product, or restore this one with PATCH /products/{id} and {"archived": false}. "errors" points at each place that names it.',
    extra: ['errors'],
  },
} as const satisfies ProblemEntries
