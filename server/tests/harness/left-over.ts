// Processes and directories that a test file may leave behind. Several files share a process, so that module scope does not
// end with a file: vitest.config.ts has each file begin with after-each-file.ts.
type Clear = () => Promise<unknown>

const leftOver = new Set<Clear>()

export function clearAfterFile(clear: Clear): void {
  leftOver.add(clear)
}

/** What was made last is cleared first. */
export async function clearLeftOver(): Promise<void> {
  const all = [...leftOver].reverse()
  leftOver.clear()
  for (const clear of all) await clear()
}
