import { notFound, type ProblemEntries } from './entry.ts'

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
