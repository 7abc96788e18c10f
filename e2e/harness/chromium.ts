import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright-core'

/**
 * Chromium as Debian packages it. The headless shell is preferred if it is installed, because it opens a context in a
 * third of the time (docs/decisions/0014-dashboard.md).
 */
const chromiumPath =
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync) ?? '/usr/bin/chromium'

export const chromiumOptions: LaunchOptions = {
  executablePath: chromiumPath,
  // Chromium runs as root only without its sandbox.
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
}
