import { formatter } from '@lingui/format-po'

export default {
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src/'] }],
  orderBy: 'message',
  // The build needs the files that show a message; their line numbers would change with every edit.
  format: formatter({ lineNumbers: false }),
}
