// Processes and directories that a test file may leave behind. Several files share a process, so module scope does not end
// with a file: vitest.config.ts starts each file with after-each-file.ts.
type Clear = () => Promise<unknown>

const leftOver = new Set<Clear>()

export function clearAfterFile(clear: Clear): void {
  leftOver.add(clear)
}

/** Clears in reverse order of creation. */
export async function clearLeftOver(): Promise<void> {
  const all = [...leftOver].reverse()
  leftOver.clear()
  for (const clear of all) await clear()
}
