// The table of contents: which pages there are, in which order. Their titles are the first headings of their files,
// docs/<language>/<slug>.md. A page without a Spanish file is listed in Spanish too, as a link to the English one.
import type { Language } from '@anden/contract'

export type Section = { title: Record<Language, string>; slugs: readonly string[] }

/** The page at `/docs/<language>/`. */
export const homeSlug = 'index'
export const errorsSlug = 'errors'
export const referenceSlugs = { portal: 'reference/portal', backoffice: 'reference/backoffice' } as const

export const sections: readonly Section[] = [
  { title: { en: 'Start', es: 'Para empezar' }, slugs: [homeSlug, 'quick-start'] },
  {
    title: { en: 'Concepts', es: 'Conceptos' },
    slugs: [
      'concepts/stock',
      'concepts/orders',
      'concepts/announced-goods',
      'concepts/remitos',
      'concepts/account',
      'concepts/sandbox',
    ],
  },
  {
    title: { en: 'Guides', es: 'Guías' },
    slugs: [
      'guides/authentication',
      'guides/errors',
      'guides/lists',
      'guides/limits',
      'guides/idempotency',
      'guides/stock',
      'guides/orders',
      'guides/attachments',
      'guides/acceptance',
      'guides/inbound',
      'guides/webhooks',
      'guides/verify-webhooks',
      'guides/events',
      'guides/requests',
      'guides/sdk',
      'guides/sandbox',
      'guides/agents',
      'guides/going-live',
    ],
  },
  {
    title: { en: 'Reference', es: 'Referencia' },
    slugs: ['reference', referenceSlugs.portal, referenceSlugs.backoffice, errorsSlug],
  },
  {
    title: { en: 'The warehouse', es: 'El depósito' },
    slugs: [
      'warehouse/first-day',
      'warehouse/receiving',
      'warehouse/announced-goods',
      'warehouse/orders',
      'warehouse/preparing',
      'warehouse/trips',
      'warehouse/driver-link',
      'warehouse/acceptance',
      'warehouse/returns',
      'warehouse/remito-books',
      'warehouse/counting',
      'warehouse/money',
      'warehouse/recalls',
      'warehouse/agents',
    ],
  },
  {
    title: { en: 'Operating', es: 'Operación' },
    slugs: [
      'operating/install',
      'operating/settings',
      'operating/commands',
      'operating/users',
      'operating/remitos',
      'operating/scale-out',
      'operating/capacity',
      'operating/secret-key',
      'operating/backup',
      'operating/upgrade',
      'operating/monitoring',
    ],
  },
]

export type Audience = 'client' | 'warehouse'

/** What the warehouse and operators read, clients need not. */
export const audienceOf = (slug: string): Audience =>
  /^(warehouse|operating)\/|^reference\/backoffice$/.test(slug) ? 'warehouse' : 'client'

export const pageSlugs: readonly string[] = sections.flatMap(({ slugs }) => slugs)

export const pagePath = (language: Language, slug: string) =>
  `/docs/${language}/${slug === homeSlug ? '' : slug}`
