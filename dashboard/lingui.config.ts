import { formatter } from '@lingui/format-po'

export default {
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [{ path: '<rootDir>/src/{name}/locales/{locale}', include: ['<rootDir>/src/{name}/'] }],
  orderBy: 'message',
  // Without places in the code: they would change with every edit.
  format: formatter({ origins: false, lineNumbers: false }),
}
