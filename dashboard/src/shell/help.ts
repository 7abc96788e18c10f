// Which page of the documentation explains a section of the dashboard: the link beside the title of its pages.

const pages: readonly [section: string, page: string][] = [
  ['/stock', 'concepts/stock'],
  ['/lots', 'concepts/stock'],
  ['/orders', 'concepts/orders'],
  ['/inbound', 'concepts/announced-goods'],
  ['/remitos', 'concepts/remitos'],
  ['/returns', 'guides/orders'],
  ['/account', 'concepts/account'],
  ['/destinatarios', 'guides/orders'],
  ['/developers/sandbox', 'guides/sandbox'],
  ['/developers/keys', 'guides/authentication'],
  ['/developers/webhooks', 'guides/webhooks'],
  ['/developers/events', 'guides/events'],
  ['/developers/requests', 'guides/requests'],
  ['/settings', 'guides/authentication'],
  ['/warehouse/returns', 'warehouse/returns'],
  ['/warehouse/orders', 'warehouse/orders'],
  ['/warehouse/pick-list', 'warehouse/preparing'],
  ['/warehouse/trips', 'warehouse/trips'],
  ['/warehouse/inbound', 'warehouse/announced-goods'],
  ['/warehouse/receive', 'warehouse/receiving'],
  ['/warehouse/goods-out', 'warehouse/receiving'],
  ['/warehouse/stock', 'warehouse/receiving'],
  ['/warehouse/remitos', 'warehouse/receiving'],
  ['/warehouse/remito-books', 'warehouse/remito-books'],
  ['/warehouse/counts', 'warehouse/counting'],
  ['/warehouse/lots', 'warehouse/recalls'],
  ['/warehouse/account', 'warehouse/money'],
  ['/warehouse', 'warehouse/first-day'],
  ['/', ''],
]

/** The address of the page that explains this one. */
export function helpFor(path: string, language: string): string {
  if (path.endsWith('/prepare')) return `/docs/${language}/warehouse/preparing`
  const found = pages.find(([section]) => path === section || path.startsWith(`${section}/`))
  return `/docs/${language}/${found?.[1] ?? ''}`
}
