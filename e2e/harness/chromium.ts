import type { LaunchOptions } from 'playwright-core'

/** Debian's, which runs as root only without its sandbox. */
export const chromiumOptions: LaunchOptions = {
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
}
