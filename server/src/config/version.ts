import { readFileSync } from 'node:fs'

/** The version of the package, which is that of the release. */
export const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}
